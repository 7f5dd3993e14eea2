"""Prints every sentence with its predicate and the positions on which it was compared with a second
opinion: ``python -m tests.analysis.opinions``."""

from __future__ import annotations

import sys
from collections import Counter

from games.analysis.reasons import MoveFacts, sentences_for
from games.engines import solution_of
from games.rules import DstruBoard
from tests.analysis.opinions import FIRST_PLIES, every_classic, some_dstru


def main() -> None:
    start = DstruBoard.start()
    solution_of(start).make_ready(start)
    exact = DstruBoard.start(exact=True)
    solution_of(exact).make_ready(exact)
    games = {
        "classic, all positions": list(every_classic()),
        f"DSTRU, all of plies 0 to {FIRST_PLIES} and a sample": some_dstru(),
    }
    for title, boards in games.items():
        holds: Counter[str] = Counter()
        moves = 0
        for board in boards:
            for cell in board.available_moves():
                played, moves = MoveFacts(board, cell), moves + 1
                holds.update(one.name for one in sentences_for(board) if one.of(played))
        sys.stdout.write(f"{title}: {len(boards)} positions, {moves} moves\n")
        for one in sentences_for(boards[0]):
            about = (one.tell.__doc__ or "").split("\n")[0]
            sys.stdout.write(f"  {one.name:18} {holds[one.name]:7,} true  {about}\n")


main()
