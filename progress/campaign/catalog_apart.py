"""Level 4, which counts apart: ten stages of DSTRU-TAC-TOE that teach its three seats.

Each row is the player's board at take-over. The rival is the level's engine, and Dos takes at
random unless the player is Dos. Where nobody can force a win, the solution states its
probability: the least that best play wins with, however the rival defends. ``facts`` computes
both, and tests compare them with what stands here.
"""

from __future__ import annotations

from games.rules import DstruBoard
from progress.campaign import scoring
from progress.campaign.openings import opening_of
from progress.campaign.stages import CampaignLevel, Stage

LEVEL_NUMBER = 4

LEVEL = CampaignLevel(
    LEVEL_NUMBER,
    "smart",
    "your opponent completes patterns and spoils yours",
    "Shore",
    DstruBoard.VARIANT,
    campaign=DstruBoard.VARIANT,
    shown=LEVEL_NUMBER,
    title=DstruBoard.TITLE,
)

# Of each stage: its name, the board at take-over, the question.
ROWS = (
    (
        "Four in a row",
        "TT.T.U....U..... T",
        "You are Tres. Four in the top row wins. Where is the gap?",
    ),
    (
        "The slope",
        "T..U.TU..U.T...T U",
        "You are Uno. One diagonal wins, the one that rises. Do you see it?",
    ),
    (
        "The third seat",
        "U.UU.TU.TUT.TUTT D",
        "You are Dos. You take pieces, and a full board is your win. Which one goes?",
    ),
    (
        "A shared corner",
        "TT....T..T.U.... T",
        "You are Tres. One corner lies on two patterns. What can you do there?",
    ),
    (
        "Not that corner",
        ".TTTTTUTUUTTUTUT D",
        "You are Dos. Which piece breaks one pattern and opens no other?",
    ),
    (
        "Early on",
        "............T..U T",
        "You are Tres, and the board is nearly empty. Which cell has two uses?",
    ),
    (
        "Against luck",
        "UU...T.TTU..UU.. U",
        "You are Uno, and Tres moves before you again. What is worth the risk?",
    ),
    (
        "Two at once",
        ".TTTTTTUU.UUTUTU D",
        "You are Dos. Tres threatens twice, and you take one piece. Which one?",
    ),
    (
        "Three to go",
        "..TUUUUTT.TUUTTT D",
        "You are Dos. Take three pieces, and the board is full. Which one is first?",
    ),
    (
        "The exam",
        "................ T",
        "You are Tres, and this is the whole game. Where do you begin?",
    ),
)


def _stages() -> tuple[Stage, ...]:
    boards = [DstruBoard.from_notation(notation) for _, notation, _ in ROWS]
    return tuple(
        Stage(
            on=LEVEL,
            number=number,
            name=name,
            question=question,
            opening=opening_of(board),
            player=board.to_move,
            most=scoring.MOST,
            learn=LEVEL.variant,
        )
        for number, ((name, _, question), board) in enumerate(zip(ROWS, boards, strict=True), 1)
    )


STAGES = _stages()
