"""Why an engine enters as many positions as it does: those below each of its moves, added up."""

from __future__ import annotations

from games.analysis.analysis_cache import counts_of
from games.analysis.position.proof import MoveProof, ProofStep, named
from games.analysis.reasons.on_board import shown_notes
from games.analysis.variations import Variation
from games.analysis.wording import number
from games.engines import Engine
from games.engines.answers import Answer
from games.rules import Board


def count_proof(variation: Variation, engine: Engine, answer: Answer) -> MoveProof | None:
    """What makes up the ``nodes`` of ``engine``; None if it enters none. Raises Busy."""
    board = variation.board
    below = counts_of(board, engine.slug)
    if not below:
        return None
    sums = " + ".join(["1", *map(number, below.values())])
    said = f"This board, and the positions that it enters below each move: {sums}."
    title = f"{engine.title} enters {number(answer['nodes'])} positions"
    return MoveProof(
        seat=board.to_move,
        name="",
        number=title,
        said=said,
        steps=[
            ProofStep(
                seat=board.to_move,
                name=named(board, group),
                url=variation.after(group[0]).address(variation.at + 1, engine=engine.slug),
                side="",
                number=number(count),
                why="" if count else _why_none(board, group),
            )
            for group, count in below.items()
        ],
        shown=shown_notes(
            board, f"{title}. {said}", {group[0]: number(count) for group, count in below.items()}
        ),
    )


def _why_none(board: Board, group: tuple[int, ...]) -> str:
    if board.make_move(group[0]).is_game_over():
        return "it ends the game"
    return "what follows is known from a move before"
