"""The page of document 004: its diagrams, its walkthroughs, its claims."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from games.analysis import results, variations
from games.analysis.documents.program import calls, centre, claims, classes
from games.analysis.documents.program.claims import Claim
from games.analysis.position import board as drawing
from games.analysis.variations import Variation
from games.drawing.diagrams import Message
from games.rules import ClassicBoard


@dataclass(frozen=True, slots=True)
class Link:
    """Where one plays a walkthrough."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """A board of the document that one plays by clicks, with what is claimed of it.

    ``short`` is its name in a list. ``said`` is the document's own account of it, ``note`` a
    sentence of ours.
    """

    key: str
    short: str
    title: str
    said: str
    board: ClassicBoard
    rows: drawing.Rows
    claims: list[Claim]
    links: list[Link]
    note: str = ""


@dataclass(frozen=True, slots=True)
class ProgramPage:
    """The whole page. ``checked`` claims stand on it, of which ``wrong`` are wrong.

    The person plays for one of the ``seats`` in a game of ``variant``.
    """

    variant: str
    seats: tuple[str, ...]
    round: tuple[str, ...]
    class_diagram: SafeString
    members: tuple[classes.Member, ...]
    diagram_claims: list[Claim]
    sequence_diagram: SafeString
    messages: tuple[Message, ...]
    call_claims: list[Claim]
    leaves: list[Claim]
    terms: list[Claim]
    techniques: list[Claim]
    walkthroughs: list[Walkthrough]
    replies: list[centre.Reply]
    end: list[Claim]
    checked: int
    wrong: int


@lru_cache(maxsize=1)
def page() -> ProgramPage:
    """The page; nothing on it changes while the program runs. Raises Busy."""
    walkthroughs = _walkthroughs()
    parts = {
        "diagram_claims": claims.the_diagram(),
        "call_claims": claims.the_calls(),
        "leaves": claims.the_leaves(),
        "terms": claims.the_terms(),
        "techniques": claims.the_techniques(),
        "end": claims.the_end(),
    }
    every = [one for part in parts.values() for one in part]
    every += [one for walkthrough in walkthroughs for one in walkthrough.claims]
    return ProgramPage(
        variant=ClassicBoard.VARIANT,
        seats=ClassicBoard.SEATS,
        round=calls.example().lines,
        class_diagram=mark_safe(classes.drawing()),  # noqa: S308  texts are escaped as it is drawn
        members=classes.members(),
        sequence_diagram=mark_safe(calls.drawing()),  # noqa: S308  the same
        messages=calls.example().messages,
        walkthroughs=walkthroughs,
        replies=centre.replies(),
        checked=len(every),
        wrong=sum(one.wrong for one in every),
        **parts,
    )


def _walkthroughs() -> list[Walkthrough]:
    first, worked, broken, after = map(
        ClassicBoard.from_notation, ("X...O...X O", "X.O.X.... O", "X.O.X...O X", "X.O.X..XO O")
    )
    pruned = 7
    return [
        _walkthrough(
            "walkthrough",
            "Minimax walkthrough",
            "Example minimax walkthrough",
            "“Board (X’s turn)”: five moves, of which one loses and one wins by force.",
            first,
            claims.the_first_walkthrough(first),
            claims.moving_twice(first),
        ),
        _walkthrough(
            "heuristic",
            "Worked heuristic",
            "Example heuristic calculation",
            "The points of X, line by line, add up to “Total Score = 10”.",
            worked,
            claims.the_sum(worked),
        ),
        _walkthrough(
            "breakdown",
            "Move breakdown",
            "Practical example: move breakdown",
            "“Board (X’s turn)”: one move wins at once and one by force. The game tree that the "
            "document draws has X at the root, then O’s replies, then X again.",
            broken,
            claims.the_breakdown(broken),
        ),
        _walkthrough(
            "pruning",
            "Pruning example",
            "Alpha-beta pruning example",
            "After (2, 1) “opponent can force a draw, so AI prunes this move early if it knows "
            "other moves lead to a win”.",
            after,
            claims.the_pruned_move(broken, pruned),
        ),
        _walkthrough(
            "centre",
            "Centre opening",
            "When the player picks the center",
            "The AI “will always respond to set up double threats, forcing the player into "
            "defense. If the player makes one wrong move, the AI wins.”",
            centre.OPENING,
            centre.claims(),
        ),
    ]


def _walkthrough(
    key: str,
    short: str,
    title: str,
    said: str,
    board: ClassicBoard,
    checked: list[Claim],
    note: str = "",
) -> Walkthrough:
    slug = variations.slug_of(board)
    search = reverse("analysis:search", args=[slug])
    return Walkthrough(
        key=key,
        short=short,
        title=title,
        said=said,
        board=board,
        rows=drawing.rows(Variation((board,), (), 0), moves=results.moves(board)),
        claims=checked,
        links=[
            Link("Play it on the analysis board", variations.address(board, engine="alphabeta")),
            Link("Alpha-beta, step by step", f"{search}?method=alphabeta&order=lines"),
            Link("The whole tree", reverse("analysis:search_tree", args=[slug])),
        ],
        note=note,
    )
