"""Every page that can be read, by address, and the people and games they need.

An address in capitals stands for a game that `address` makes first.
"""

from __future__ import annotations

from django.utils import timezone

from accounts import people
from accounts.models import User
from games import services
from games.analysis.learn.lessons import LESSONS
from games.engines import engines_for
from games.match import Action, Seat
from games.models import Rating
from games.presenters.positions import played
from games.queries import social
from games.rules import VARIANTS, ClassicBoard, DstruBoard, UltimateBoard
from games.web.rule_pages import CHAPTERS
from progress.campaign.catalog import STAGES
from progress.campaign.services import start_stage
from tests.progress.players import on_paper

SMALL_BOARDS = played(UltimateBoard, UltimateBoard.EXAMPLE[:15]).notation.replace(" ", "_")
"""A game of small boards in which one is won."""

PUBLIC = [
    "/",
    "/campaign/",
    "/campaign/1/1/",
    "/campaign/dstru/",
    "/campaign/dstru/1/",
    "/campaign/ultimate/",
    "/campaign/ultimate/1/",
    "/campaign/plain/",
    "/campaign/plain/1/1/",
    "/lobby/",
    "/leaderboards/",
    "/leaderboards/classic/",
    "/leaderboards/classic/bots/",
    "/api/",
    "/accounts/sign-up/",
    "/accounts/login/",
    "/accounts/password-reset/",
    "/nowhere/",
    "/analysis/",
    "/analysis/X...O...X_O/?engine=linear-guarded&why=a3",
    "/analysis/X...O...X_O/?engine=bitboard&why=a3&from=........._X&line=a1-b2-c3",
    "/analysis/X...O...X_O/?engine=alphabeta",
    "/analysis/TU....T........._U/?engine=perfect",
    "/analysis/TU....T........._U/?why=d1",
    "/analysis/setup/XX......._O/",
    "/analysis/nonsense/",
    "/analysis/import/",
    "/analysis/X.O.X...O_X/search/",
    "/analysis/X.O.X...O_X/search/tree/?at=b1-a2",
    *(
        "/analysis/X.O.X...O_X/search/?against=minimax&step=17",
        "/analysis/TU....T........._U/search/?step=40",
        "/analysis/X...O...X_O/search/?method=linear-guarded",
        "/analysis/X...O...X_O/search/?method=bitboard&step=9",
        "/analysis/X...O...X_O/search/?method=pseudo-code&step=9",
        "/analysis/XX..O...._O/search/?method=smart&step=9",
        "/analysis/TU....T........._U/search/?method=perfect&step=9",
    ),
    "/analysis/TU....T........._U/search/tree/",
    *("/puzzles/today/", "/puzzles/archive/", "/puzzles/rush/"),
    "/learn/",
    "/learn/linear/",
    "/learn/alpha-beta/?a=c2&check=1",
    "/learn/minimax/?show=1",
    "/learn/dstru/?touch=a4",
    "/learn/alpha-beta/exercises/?seed=class&q3=1&check=1",
    "/learn/window/?a=4&check=1",
    "/learn/why-it-loses/exercises/?seed=class",
    "/learn/lines/exercises/?seed=class&at=1&check=1&q1=b1",
    "/learn/terms/",
    "/learn/repeat/?lesson=window&seed=class&number=3",
    "/learn/solved/exercises/?seed=class&paper=1",
    "/learn/lines/?projector=1",
    "/learn/code/alpha-beta/",
    "/learn/counting/",
    "/learn/machines/?stop=1",
    "/learn/machines/dstru/?stop=1",
    "/learn/machines/menace/common/",
    "/learn/machines/table/?stop=1",
    "/learn/machines/menace/?did=h400-g",
    "/learn/machines/menace/?did=h400&box=9",
    "/embed/learn/alpha/?show=1",
    *(
        "/learn/dstru/play/",
        "/learn/dstru/play/?step=3&cell=b3",
        "/learn/dstru/play/?step=4&cell=a4",
        "/learn/ultimate/play/?step=2&cell=d4",
        f"/analysis/{SMALL_BOARDS}/",
        f"/analysis/setup/{SMALL_BOARDS}/",
    ),
    "/engines/",
    "/engines/ladder/",
    "/engines/mine/",
    "/formulas/",
    *(f"/formulas/{number}/" for number in (1, 4, 13)),
    "/formulas/?f4=nonsense",
    "/formulas/matrix/",
    "/formulas/matrix/laboratory/",
    "/formulas/bits/?squares=on",
    "/formulas/sets/",
    "/formulas/sets/given/",
    "/formulas/program/",
    *(f"/formulas/program/{part}/" for part in ("play", "classes", "calls", "algorithm", "centre")),
    *(f"/formulas/program/{part}/" for part in ("techniques", "end")),
    "/formulas/documents/",
    "/formulas/documents/000/",
    "/formulas/errata/",
    "/formulas/errata/000/",
    "/proofs/",
    "/proofs/linear/",
    "/about/",
    "/rules/",
    *(f"/rules/{variant}/" for variant in VARIANTS),
    *(f"/rules/{variant}/{one['slug']}/" for variant, found in CHAPTERS.items() for one in found),
    "/solo/",
    *("/classes/parents/", "/classes/courses/", "/classes/courses/think/", "/join/"),
    *(f"/rules/{slug}/?ply={len(board.EXAMPLE)}" for slug, board in VARIANTS.items()),
]
MEMBERS = [
    "/",
    "/campaign/",
    "/campaign/1/1/",
    "/campaign/2/3/",
    "/campaign/dstru/",
    "/campaign/plain/",
    *(f"/games/new/?variant={variant}" for variant in VARIANTS),
    "/games/",
    "/lobby/",
    "/@ada/",
    "/@ada/vs/grace/",
    "/accounts/settings/",
    "/friends/",
    "/challenges/",
    "CHALLENGE",
    "REPORT",
    "/accounts/password-change/",
    "/accounts/delete/",
    "/accounts/data/",
    "/accounts/tokens/",
    "/accounts/sessions/",
    "/accounts/second-factor/",
    "GAME",
    "FINISHED",
    "REVIEW",
    "/learn/linear/",
    *("/classes/", "/classes/new/"),
    "STAGE",
    *("THREE", "REMOVING", "THREE WAITING"),
    *("SMALL BOARDS", "SMALL BOARDS WON"),
]
GUESTS = ["GAME", "/", "WAITING", "FINISHED", "LOCAL", "/lobby/"]
"""What a visitor who plays sees: the first game is running while the others are looked at."""
WIDE = ("W" * 20, "M" * 20)
"""The widest names there can be."""

PAGES = [
    *((path, "visitor") for path in PUBLIC),
    *((path, "member") for path in MEMBERS),
    *((path, "guest") for path in GUESTS),
]
"""Every page with who looks at it."""


def three(path: str, ada: User, grace: User) -> str:
    """A game with a third seat: at its end, with a piece to be taken, or not begun."""
    seats = {name: Seat(name, "person", ada.pk, "ada") for name in ("Tres", "Dos")}
    if path != "THREE WAITING":
        seats["Uno"] = Seat("Uno", "person", grace.pk, "grace")
    match = services.open_game(
        services.GameSetup(by=ada.pk, variant="dstru", kind="friend", seats=seats)
    )
    plies = {"THREE": 16, "REMOVING": 2, "THREE WAITING": 0}[path]
    for cell in DstruBoard.EXAMPLE[:plies]:
        acting = match.acting_seat
        assert acting
        action = Action(match.board.action, match.version, None, cell, acting.user)
        match = services.act(game_id=match.id, action=action).match
    return f"/games/{match.id}/"


def small_boards(path: str, ada: User, grace: User) -> str:
    """A game of small boards: one that goes on, with one of them won, or one at its end."""
    seats = {"X": Seat("X", "person", ada.pk, "ada"), "O": Seat("O", "person", grace.pk, "grace")}
    match = services.open_game(
        services.GameSetup(by=ada.pk, variant="ultimate", kind="friend", seats=seats)
    )
    for cell in UltimateBoard.EXAMPLE[: 16 if path == "SMALL BOARDS" else None]:
        acting = match.acting_seat
        assert acting
        action = Action("place", match.version, None, cell, acting.user)
        match = services.act(game_id=match.id, action=action).match
    return f"/games/{match.id}/"


MADE = {
    **dict.fromkeys(("THREE", "REMOVING", "THREE WAITING"), three),
    **dict.fromkeys(("SMALL BOARDS", "SMALL BOARDS WON"), small_boards),
}


def furnish(ada: User, grace: User) -> None:
    """Fill the lists of the site, by people with the widest names there can be."""
    for user, name in zip((ada, grace), WIDE, strict=True):
        user.name = name
        user.save(update_fields=["name"])
        on_paper(user, 1, 1, 3)
        for variant in VARIANTS:
            figures = {"rating": 1500, "deviation": 90, "volatility": 0.06, "pairs": 3}
            Rating.objects.create(user=user, variant=variant, rated_at=timezone.now(), **figures)
    address("FINISHED", ada, grace)
    address("THREE", ada, grace)


def of_people(path: str, ada: User, grace: User) -> str:
    """A page of what people are to each other, with something on it."""
    people.follow(ada, grace)
    if not social.asked(ada.pk):
        for one, other in ((ada, grace), (grace, ada)):
            calm = services.Request("classic", "friend")
            services.challenge(by=one.pk, to=other.pk, request=calm)
    named = {
        "CHALLENGE": f"/challenges/new/?to={grace.name}",
        "REPORT": f"/reports/new/?person={grace.name}",
    }
    return named.get(path, path)


def address(path: str, ada: User, grace: User) -> str:
    """The page that ``ada``, a member or a guest, is to look at; those of games are made first."""
    if path.startswith("/@ada/"):
        return path.replace("ada", ada.name).replace("grace", grace.name)
    if path in ("CHALLENGE", "REPORT", "/challenges/", "/friends/"):
        return of_people(path, ada, grace)
    if path == "/lobby/":
        for board in (DstruBoard, ClassicBoard):
            mine = {board.SEATS[0]: Seat(board.SEATS[0], "person", grace.pk, "grace")}
            services.open_game(
                services.GameSetup(by=grace.pk, variant=board.VARIANT, kind="lobby", seats=mine)
            )
    if make := MADE.get(path):
        return make(path, ada, grace)
    seats = {"X": Seat("X", "person", ada.pk, "ada"), "O": Seat("O", "person", grace.pk, "grace")}
    if path == "STAGE":
        return f"/campaign/games/{start_stage(user_id=ada.pk, level=1, number=1)}/"
    kind = "friend"
    if path == "WAITING":
        del seats["O"]
    elif path == "LOCAL":
        kind, seats["O"] = "local", Seat("O", "person", ada.pk, "ada")
    match = services.open_game(
        services.GameSetup(by=ada.pk, variant="classic", kind=kind, seats=seats)
    )
    if path in ("FINISHED", "REVIEW"):
        for number, cell in enumerate([0, 3, 1, 4, 2]):
            user = (ada, grace)[number % 2].pk
            services.act(
                game_id=match.id, action=Action("place", match.version + number, None, cell, user)
            )
    if path == "REVIEW":
        return f"/games/{match.id}/review/"
    return f"/games/{match.id}/" if path in ("GAME", "FINISHED", "WAITING", "LOCAL") else path


ALSO_READ = (
    *(f"/campaign/{stage.level}/{stage.number}/" for stage in STAGES),
    *(f"/learn/{lesson.slug}/" for lesson in LESSONS),
    *(f"/proofs/{slug}/" for slug in engines_for("classic")),
    *(f"/leaderboards/{variant}/" for variant in VARIANTS),
    *(f"/games/new/?variant={variant}" for variant in VARIANTS),
    "/games/new/?engines=all",
    "/games/new/?variant=dstru&engines=all",
    "/analysis/TU....T........._U/search/",
    "/puzzles/",
    "/accounts/password-reset/done/",
    "/accounts/password-reset/x/y/",
)
"""Pages drawn like others above, and with a text of their own."""
