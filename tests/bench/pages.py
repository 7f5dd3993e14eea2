"""Every page and API by address, for each kind of reader.

``tests/bench/site.py`` finds the people and games that addresses name. Pages that are not here, and
why, are in ``LEFT_OUT``; a test compares both with all that the site has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

VISITOR, MEMBER, HEAVY, STAFF = READERS = ("visitor", "member", "heavy", "staff")

FOR_ALL = (
    "/",
    "/lobby/",
    "/leaderboards/",
    "/leaderboards/?page=40",
    "/leaderboards/classic/",
    "/leaderboards/classic/bots/",
    "/api/",
    "/leaderboards/dstru/?page=20",
    "/campaign/",
    "/campaign/1/1/",
    "/campaign/dstru/",
    "/campaign/dstru/1/",
    "/campaign/plain/",
    "/campaign/plain/1/1/",
    "/puzzles/",
    "/puzzles/today/",
    "/puzzles/archive/",
    "/puzzles/archive/{month}/",
    "/puzzles/rush/",
    "/puzzles/{puzzle}/",
    "/learn/",
    "/learn/linear/",
    "/learn/alpha-beta/?a=c2&check=1",
    "/learn/alpha-beta/exercises/?seed=class",
    "/learn/terms/",
    "/learn/repeat/?lesson=alpha-beta&seed=class&number=1",
    "/learn/dstru/play/",
    "/formulas/",
    "/formulas/4/",
    "/rules/classic/",
    "/rules/dstru/sets/",
    "/games/new/?variant=classic",
    "/games/new/?engines=all",
    "/analysis/",
    "/analysis/X...O...X_O/?engine=linear",
    "/analysis/X.O.X...O_X/search/",
    "/analysis/X.O.X...O_X/search/?against=minimax&step=17",
    "/analysis/X.O.X...O_X/search/tree/",
    "/analysis/X.O.X...O_X/search/tree/?at=b1-a2",
    "{profile}",
    "{heavy_profile}",
    "{heavy_profile}vs/{met}/",
    "{finished}",
    "{running}",
    "{finished}review/",
    "{stage}",
    "{api}",
    "{api}presence/",
    "{api}remarks/",
    "/api/game/export/{id}",
    "/game/export/{id}",
    "/api/bot/game/{id}/chat",
    "/api/board/game/{id}/chat",
    "/engines/",
    "/engines/ladder/",
    "/engines/ladder/?game=dstru",
    "/engines/mine/",
    "/engines/{engine}/",
)
FOR_VISITORS = (
    "/accounts/sign-up/",
    "/accounts/login/",
    "/accounts/password-reset/",
    "/accounts/password-reset/done/",
    "/accounts/password-reset/complete/",
    "/analysis/import/",
    "/analysis/setup/XX......._O/",
    "/analysis/X...O...X_O/export.txt",
    "/analysis/X.O.X...O_X/search/steps/?from=1&count=2",
    "/api/schema",
    "/api/bot/online",
    "/embed/analysis/X.O.X...O_X/search/",
    "/embed/learn/alpha-beta/",
    "/embed/learn/alpha-beta/exercises/?seed=class",
    "/formulas/bits/",
    "/formulas/documents/",
    "/formulas/documents/000/",
    "/formulas/errata/",
    "/formulas/errata/000/",
    "/formulas/matrix/",
    "/formulas/matrix/laboratory/",
    "/formulas/program/",
    "/formulas/program/centre/",
    "/formulas/sets/",
    "/formulas/sets/given/",
    "/healthz",
    "/readyz",
    "/learn/code/alpha-beta/",
    "/learn/counting/",
    "/learn/solved/exercises/?seed=class&paper=1",
    "/rules/",
    "/solo/",
    "{finished}export.json",
    "{finished}review/panel/?ply=3",
    "{finished}what-if/?ply=0&engine=perfect&line=",
)
"""Pages that say nothing of their reader but in their frame."""

FOR_PEOPLE = (
    "/games/",
    "/games/?page=3",
    "/games/?variant=dstru",
    "/games/?kind=lobby",
    "/games/?result=won",
    "/games/?result=lost",
    "/games/?result=drawn",
    "/games/?result=drawn&variant=dstru&kind=campaign",
    "/games/?opponent=pip",
    "/games/?opponent={rival}",
    "/challenges/",
    "/challenges/calls/",
    "/challenges/new/?to={rival}",
    "/reports/new/?person={rival}",
    "/friends/",
    "/accounts/settings/",
    "/accounts/tokens/",
    "/accounts/sessions/",
    "/accounts/second-factor/",
    "/accounts/data/",
    "/accounts/delete/",
    "/accounts/password-change/",
    "/accounts/password-change/done/",
    "/api/account",
    "/api/account/playing",
    "/api/challenge",
)
FOR_STAFF = (
    "/admin/",
    "/admin/games/game/",
    "/admin/games/game/?status=active",
    "/admin/games/game/?variant=dstru&kind=lobby",
    "/admin/games/game/?result=draw",
    "/admin/games/game/?q={rival}",
    "/admin/games/game/?q={id}",
    "/admin/games/game/?q=perfect",
    "/admin/games/game/{id}/change/",
    "/admin/games/game/?player={heavy}",
    "/admin/games/game/?engine=perfect",
    "/admin/games/game/?day={day}",
    "/admin/games/seat/",
    "/admin/games/seat/?q={id}",
    "/admin/games/rating/",
    "/admin/games/rating/?q={rival}",
    "/admin/games/ratingchange/",
    "/admin/games/ratingchange/?q={rival}",
    "/admin/games/ratingchange/?q={id}",
    "/admin/games/challenge/",
    "/admin/games/challenge/?q={rival}",
    "/admin/games/contestant/",
    "/admin/games/report/",
    "/admin/games/report/?status=all",
    "/admin/games/report/?q={id}",
    "/admin/games/report/?q={rival}",
    "/admin/games/remark/",
    "/admin/games/remark/?q={id}",
    "/admin/games/uploadedengine/",
    "/admin/accounts/user/",
    "/admin/accounts/user/?q={rival}",
    "/admin/accounts/user/?kind=guests",
    "/admin/accounts/user/{heavy}/change/",
    "/admin/accounts/apitoken/",
    "/admin/accounts/securityevent/",
    "/admin/accounts/block/",
    "/admin/accounts/datafile/",
    "/admin/accounts/follow/",
    "/admin/accounts/follow/?q={rival}",
    "/admin/auth/group/",
    "/admin/progress/attempt/",
    "/admin/progress/attempt/?level=3",
    "/admin/progress/attempt/?q={rival}",
    "/admin/progress/attempt/?q={id}",
    "/admin/progress/puzzletry/",
    "/admin/progress/puzzletry/?q={rival}",
    "/admin/progress/climber/",
    "/admin/progress/lessontaken/",
    "/admin/progress/meeting/",
    "/admin/progress/openday/",
    "/admin/progress/progressreset/",
    "/admin/progress/puzzlerating/",
    "/admin/progress/record/",
    "/admin/progress/rush/",
    "/admin/progress/solverrating/",
    "/admin/progress/stagehints/",
    "/admin/progress/tally/",
    "/admin/progress/meeting/?q={rival}",
    "/admin/progress/tally/?q={rival}",
    "/admin/progress/record/?q={rival}",
    "/admin/progress/stagehints/?q={rival}",
    "/admin/progress/climber/?q={rival}",
    "/admin/progress/climber/{heavy}/change/",
    "/style/",
)

LEFT_OUT = {
    "takes nothing but a POST": (
        *("accounts:block", "accounts:follow", "accounts:unblock", "accounts:unfollow"),
        *("accounts:logout", "accounts:theme", "accounts:time_zone", "accounts:revoke_token"),
        *("accounts:revoke_tokens",),
        *(
            "api:abort",
            "api:accept",
            "api:actions",
            "api:cancel",
            "api:challenge",
        ),
        *("api:create", "api:decline", "api:join", "api:move", "api:publish_engine", "api:resign"),
        *("api:challenge_ai", "api:draw", "api:claim_victory", "api:claim_draw"),
        *("api:board_move", "api:board_resign", "api:board_abort", "api:board_draw"),
        *("api:board_claim_victory", "api:board_claim_draw"),
        *("api:upgrade", "api:upload_engine", "engines:delete", "engines:publish", "engines:share"),
        *("games:accept", "games:act", "games:decline", "games:first_move", "games:join"),
        *("games:pair", "games:say", "games:withdraw_challenge"),
        *("progress:hint", "progress:hint_apart", "progress:hint_on"),
        "progress:hint_in_play",
    ),
    "leads on to another page": (
        *(
            "accounts:merge",
            "accounts:new_factor",
            "accounts:second_step",
            "analysis:retry",
            "progress:archive_day",
            "progress:continue",
            "progress:next_puzzle",
            "progress:second_board",
        ),
    ),
    "a drawing that asks the database nothing": (
        *("analysis:preview", "games:app_icon", "games:favicon", "games:icon", "games:manifest"),
        *("games:maskable_icon", "games:signal_icon", "games:touch_icon"),
        *("games:solo_manifest", "games:solo_worker"),
    ),
    "a file of the release": ("api:table", "robots"),
    "a file as long as what a person has; the sweep writes those that are long": (
        *("accounts:data_file", "accounts:own_data", "accounts:own_games"),
    ),
    "the source of an engine, which its report shows, too": ("engines:source",),
    "proved once a release, for which the database is not asked": (
        *("analysis:proof", "analysis:proof_of", "analysis:proofs"),
    ),
    "opened by a letter only": ("accounts:password_reset_confirm",),
}
"""The names of pages that are not measured, by the reason."""


@dataclass(frozen=True, slots=True)
class Page:
    reader: str
    address: str


def pages() -> Iterator[Page]:
    """Every page, by reader; braces stand for what ``Site`` finds."""
    for reader in (VISITOR, MEMBER, HEAVY):
        for address in FOR_ALL:
            yield Page(reader, address)
    for address in FOR_VISITORS:
        yield Page(VISITOR, address)
    for reader in (MEMBER, HEAVY):
        for address in FOR_PEOPLE:
            yield Page(reader, address)
    yield Page(MEMBER, "/api/engines/{engine}")
    for address in FOR_STAFF:
        yield Page(STAFF, address)
