"""The page of document 004: its diagrams, its walkthroughs, its claims."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.safestring import mark_safe

from games.analysis import results, variations
from games.analysis.documents.program import calls, centre, claims, classes
from games.analysis.documents.program.claims import Checked
from games.analysis.position import board as drawing
from games.analysis.variations import Variation
from games.rules import ClassicBoard


@lru_cache(maxsize=1)
def page() -> dict[str, Any]:
    """The page; nothing on it changes while the program runs. Raises Busy.

    ``checked`` claims stand in its parts, of which ``wrong`` are wrong.
    """
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
    every += [one for walkthrough in walkthroughs for one in walkthrough["claims"]]
    return {
        "variant": ClassicBoard.VARIANT,
        "seats": ClassicBoard.SEATS,
        "round": calls.example().lines,
        "class_diagram": mark_safe(classes.drawing()),  # noqa: S308  texts are escaped when drawn
        "members": classes.members(),
        "sequence_diagram": mark_safe(calls.drawing()),  # noqa: S308  the same
        "messages": calls.example().messages,
        "walkthroughs": walkthroughs,
        "replies": centre.replies(),
        "checked": len(every),
        "wrong": sum(one.wrong for one in every),
        **parts,
    }


def parts() -> list[tuple[str, str]]:
    """The parts of the page in order: the name of each in addresses, and its title."""
    return [
        ("play", "How to play"),
        ("classes", "UML class diagram"),
        ("calls", "Sequence diagram"),
        ("algorithm", "Minimax with alpha-beta pruning"),
        *((one["key"], one["title"]) for one in page()["walkthroughs"]),
        ("techniques", "Performance optimization techniques"),
        ("end", "Final decision"),
    ]


def _walkthroughs() -> list[dict[str, Any]]:
    """The boards of the document that one plays by clicks, with what is claimed of them."""
    first, worked, broken, after = map(
        ClassicBoard.from_notation, ("X...O...X O", "X.O.X.... O", "X.O.X...O X", "X.O.X..XO O")
    )
    pruned = 7
    return [
        _walkthrough(
            "walkthrough",
            "Example minimax walkthrough",
            "“Board (X’s turn)”: five moves, of which one loses and one wins by force.",
            first,
            claims.the_first_walkthrough(first),
            claims.moving_twice(first),
        ),
        _walkthrough(
            "heuristic",
            "Example heuristic calculation",
            "The points of X, line by line, add up to “Total Score = 10”.",
            worked,
            claims.the_sum(worked),
        ),
        _walkthrough(
            "breakdown",
            "Practical example: move breakdown",
            "“Board (X’s turn)”: one move wins at once and one by force. The game tree that the "
            "document draws has X at the root, then O’s replies, then X again.",
            broken,
            claims.the_breakdown(broken),
        ),
        _walkthrough(
            "pruning",
            "Alpha-beta pruning example",
            "After (2, 1) “opponent can force a draw, so AI prunes this move early if it knows "
            "other moves lead to a win”.",
            after,
            claims.the_pruned_move(broken, pruned),
        ),
        _walkthrough(
            "centre",
            "When the player picks the center",
            "The AI “will always respond to set up double threats, forcing the player into "
            "defense. If the player makes one wrong move, the AI wins.”",
            centre.OPENING,
            centre.claims(),
        ),
    ]


def _walkthrough(
    key: str,
    title: str,
    said: str,
    board: ClassicBoard,
    checked: list[Checked],
    note: str = "",
) -> dict[str, Any]:
    """``said`` is the document's account of it, ``note`` is ours."""
    slug = variations.slug_of(board)
    search = reverse("analysis:search", args=[slug])
    links = {
        "Play it on the analysis board": variations.address(board, engine="alphabeta"),
        "Alpha-beta, step by step": f"{search}?method=alphabeta&order=lines",
        "The whole tree": reverse("analysis:search_tree", args=[slug]),
    }
    return {
        "key": key,
        "title": title,
        "said": said,
        "board": board,
        "rows": drawing.rows(Variation((board,), (), 0), moves=results.moves(board)),
        "claims": checked,
        "links": [{"text": text, "url": url} for text, url in links.items()],
        "note": note,
    }
