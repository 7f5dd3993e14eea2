"""Level 8, which counts apart: ten endings of Ultimate, each a win by force in three moves at most.

Each row is the moves that lead to the player's board. The endings are solved, so ``facts``
computes the forced win and the first moves that keep it, and tests compare both with what stands
here.
"""

from __future__ import annotations

from games.rules import UltimateBoard
from games.rules.shape import parse_cell
from progress.campaign import scoring
from progress.campaign.stages import CampaignLevel, Stage

LEVEL_NUMBER = 8

LEVEL = CampaignLevel(
    LEVEL_NUMBER,
    "greedy",
    "your opponent takes boards, blocks yours and sends you where you cannot win one",
    "Blackboard",
    UltimateBoard.VARIANT,
    campaign=UltimateBoard.VARIANT,
    shown=LEVEL_NUMBER,
    title=UltimateBoard.TITLE,
)

ROWS = (
    (
        "The last board",
        "e9f9g8b6e7d1c2h5f4i3i8h4e3d9b8d4c1h2e6e8f6g9c9i9h8d5b5d6a7c3g3h6d7a2c5g1b1d3a1d2",
        "You can win with one move. Which board completes three in a row?",
    ),
    (
        "Two moves ahead",
        "a3b7d1b3f7g1c2h5f4i1i2i6g7b2f5g4b1f1g2c4h1e2d4a1a2b6d9c8e4d3c7h3e8c3g8a4h2g9a8b4h8a9a7",
        "Two moves win. Where do you send your opponent?",
    ),
    (
        "Where to",
        "a6b9e8f4i2i4g1c2h5e5d6c7h2f5g6c9g9a9i3h9d7a2b4d1c1b2d5c4d4f7f9h8f3h7e2g4i6h4d2a5c5f2",
        "Two moves win, and two cells begin that way. Which ones?",
    ),
    (
        "The wide board",
        "b1d2b5d5a5c6i7i1h2f6g7c1g1b3f7h1e1f3h7f1i3f2i6a1a3a8c5g6c7i5"
        "h6e8e6d9a7a2b7h4b2d6e9d7c2g5i4",
        "You have twelve cells to choose from, and two of them win. Which?",
    ),
    (
        "One way",
        "a7c2h5f6i8i6h7e2d6c8h6f9g7b2d4a3a8b6d8b4e3d9b7d3a9e9d5b5i7g2h4f1h2a2i3g1",
        "Only one cell wins in two moves. Which one?",
    ),
    (
        "A narrow gate",
        "e5d5b5f5i4i1g3a9b7d1b1d2b4d3c9i9g9b8d4c3h7c7i3i7h3e9e7i8h5e4g6f6e8f4b6d7c2d8d9",
        "Only one cell keeps the win. Where does it send your opponent?",
    ),
    (
        "Among many",
        "h8f6h9e9e7d3a9b7e2f5h5f4g2c6g8b6e8a6a7a2a8d2i8g4b1d1a3i1g3d8g1a1c2g5b3d9",
        "You have thirteen cells to choose from, and one of them wins. Which?",
    ),
    (
        "Three moves ahead",
        "b6d8a6a9b9e8e4e1d1c2h4d2c6h7f1g1c3g9a8f8h6h9h5d4b2f6g7a2a1e5a7i9d3c9e2",
        "Three moves win, whatever comes, and two cells begin that way. Which?",
    ),
    (
        "The long road",
        "g1b2e5f6h7e1d2a4a2c4i3g7c2h6f8h4e2e4f2h5e6d8b5d5b6e7b4b1h2d4a1b3f9g8f7g9",
        "Three moves win, and only one cell begins that way. Which?",
    ),
    (
        "The exam",
        "a9c8g6a7c1h2f5h6f7g2a5c6i8g5a4b2e4d2c5h4f3i7g3b8e6d8a6a8e5i2g4c3g8e8h8f8i4h5",
        "You have thirteen cells to choose from. Which one wins in three moves?",
    ),
)
"""Of each stage: its name, the moves to the board at take-over, the question."""


def _stage(number: int, name: str, moves: str, question: str) -> Stage:
    opening = tuple(
        parse_cell(moves[at : at + 2], UltimateBoard.SHAPE) for at in range(0, len(moves), 2)
    )
    return Stage(
        on=LEVEL,
        number=number,
        name=name,
        question=question,
        opening=opening,
        player=UltimateBoard.SEATS[len(opening) % 2],
        most=scoring.MOST,
        learn="minimax",
    )


STAGES = tuple(_stage(number, *row) for number, row in enumerate(ROWS, 1))
