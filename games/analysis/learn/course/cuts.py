"""Alpha, beta and the order of moves: what a search need not enter."""

from __future__ import annotations

from math import inf

from games.analysis.learn import ask, facts
from games.analysis.learn.course.moves import MAIN
from games.analysis.learn.facts import (
    ALPHA_BETA,
    BEST_FIRST,
    LINES_FIRST,
    MINIMAX,
    points,
    position,
    positions,
    valued,
    worth,
)
from games.analysis.learn.lesson import Content, Touch, legal
from games.analysis.learn.questions import Group, Option, Question
from games.analysis.wording import MINUS, listed, number
from games.engines.subtrees import size
from games.rules import Board
from games.rules.shape import parse_cell


def _after(board: Board, name: str) -> Board:
    return board.make_move(parse_cell(name, board.SHAPE))


# --- alpha ---


def raising(board: Board, ask_text: str) -> Question:
    """Mark the moves of X that raise α when they are entered from a1 to c3."""
    alpha: float = -inf
    options, because = [], []
    for cell in board.available_moves():
        after, name = board.make_move(cell), board.cell_name(cell)
        value, before = points(after), alpha
        alpha = max(alpha, value)
        raises = alpha > before
        had = f"{MINUS}∞" if before == -inf else worth(before)
        said = f"{name} is worth {worth(value)}."
        said += (
            f" α rises from {had} to {worth(value)}."
            if raises
            else f" X has {worth(before)} already, so α stays {worth(before)}."
        )
        why = f"{worth(value)}: α {'rises' if raises else 'stays'}"
        options.append(Option(name, name, raises, why, board=after))
        because.append(said)
    first = board.cell_name(board.available_moves()[0])
    hints = (
        "Before the first move nothing is known, so α is −∞. Any value is higher than that.",
        f"The first move, {first}, always raises α. After it only a move that is better than "
        "everything before it does.",
        because[0],
    )
    group = Group("", ask_text, tuple(options), several=True)
    return Question("cards", ask_text, board, (group,), hints, tuple(because))


def alpha() -> Content:
    board = position(MAIN)
    values = {cell: points(board.make_move(cell)) for cell in board.available_moves()}
    top = max(values.values())
    best = board.cell_name(next(cell for cell, value in values.items() if value == top))

    def tell(cell: int) -> str:
        value = points(board.make_move(cell))
        end = (
            "After this move X has something to hold on to."
            if value == top
            else "A better move raises that number, any other changes nothing."
        )
        return f"{valued(board, cell)} If X enters only this move, α is {worth(value)}. {end}"

    return Content(
        idea=(
            "A search enters the moves of X one after another and remembers one number: the best "
            "value that X is sure of by now. That number is called α, alpha.",
            "At the start nothing is known, so α is −∞: lower than any value. A move that is "
            "worth more than α raises it. Any other move changes nothing.",
        ),
        touch=Touch("X to move. Touch a move to see what X is sure of.", board, legal(board), tell),
        question=raising(
            board,
            "The search enters these moves from left to right. Which of them raise α? Mark them.",
        ),
        meaning=(
            "So α never falls. At the end it is the value of the position, and the move that "
            f"raised it last is the best one, here {best}. We say: X has {worth(top)} from {best}.",
            "And α is a promise: X takes no move that is worth less. O chooses the reply, so a "
            "move is worth at most what any one reply leaves of it. If that is not more than α, X "
            "can forget the move. The next lesson uses that to save work.",
        ),
        keep="α is what X has already. Only more than that can help.",
        watch=MAIN,
    )


# --- beta, and cuts ---


def cutting() -> Content:
    board = position(MAIN)
    refused = _after(board, "a3")
    read, cut = facts.replies(refused, refused.available_moves(), 0)
    found, whole = ALPHA_BETA.found(board), size(board)
    names = listed([refused.cell_name(cell) for cell in cut])
    return Content(
        idea=(
            "X has 0 from c2, a draw: α is 0. Now the search looks at another move, a3, and enters "
            "the replies of O one after another.",
            "O will choose the reply with the lowest value. So the lowest value that was found so "
            "far is the most that X can get after a3. That number is called β, beta. Before the "
            "first reply it is +∞, higher than any value, and it never rises.",
            "As soon as β is α or less, a3 is no better than c2, whatever else is entered, and X "
            "does without it: a3 is refused. The replies that are left are cut: the search skips "
            "them, and all positions below.",
        ),
        touch=Touch(
            "O to move, after a3. Touch a reply to see its value and what β would be.",
            refused,
            legal(refused),
            lambda cell: _beta(refused, cell),
        ),
        question=ask.branches(
            refused,
            "O replies to a3, and the replies are entered from left to right. X has 0 from c2. "
            "Which replies are cut? Mark them.",
            refused.available_moves(),
            0,
            "c2",
        ),
        meaning=(
            f"The search stopped after {number(len(read))} of {number(len(read) + len(cut))} "
            f"replies. It does not know how good {names} are. It knows that they cannot change "
            "the answer: a higher one O would not choose, a lower one makes a3 only worse for X.",
            f"That is alpha-beta. From the board before a3 it enters {number(found.nodes)} of "
            f"{positions(whole)}, cuts in {number(found.cutoffs)} places, and finds the same move "
            "as minimax.",
        ),
        keep="One good reply refuses a move. How good the others are no longer matters.",
        watch=MAIN,
        opening=MAIN,
    )


def _beta(board: Board, cell: int) -> str:
    value, name = points(board.make_move(cell)), board.cell_name(cell)
    if value <= 0:
        end = f"β would be {worth(value)}, not above α 0: X refuses a3, and the rest is cut."
    else:
        end = f"β would be {worth(value)}, above α 0: the next reply has to be entered."
    return f"{name} is worth {worth(value)}. {end}"


# --- the order of moves ---


def ordering() -> Content:
    board = position(MAIN)
    refused = _after(board, "a3")
    whole = size(board)
    reads = {
        "a1": ALPHA_BETA.found(board).nodes,
        "lines": LINES_FIRST.found(board).nodes,
        "best": BEST_FIRST.found(board).nodes,
    }
    start = facts.position("......... X")

    def first(cell: int) -> str:
        rest = [one for one in refused.available_moves() if one != cell]
        read, cut = facts.replies(refused, [cell, *rest], 0)
        saved = facts.below(refused, cut)
        below = facts.below(refused, refused.available_moves())
        said = (
            f"{refused.cell_name(cell)} first ({worth(points(refused.make_move(cell)))}): "
            f"{number(len(read))} of {number(len(rest) + 1)} replies "
            f"{'is' if len(read) == 1 else 'are'} "
            f"entered, {number(saved)} of {positions(below)} skipped."
        )
        return f"{said} The first reply refuses the move." if len(read) == 1 else said

    return Content(
        idea=(
            "Alpha-beta gives the same answer in every order of moves. But a reply that refuses "
            "the move cuts everything after it. Entered first, it cuts all the others; entered "
            "last, it cuts nothing.",
            "So it pays to guess which moves are good for the side that plays them, and to enter "
            "those first.",
        ),
        touch=Touch(
            "X has 0 from c2, and the search looks at a3. Touch the reply of O that is entered "
            "first.",
            refused,
            legal(refused),
            first,
        ),
        question=ask.choice(
            board,
            f"Row by row, from a1 to c3, alpha-beta enters {number(reads['a1'])} of "
            f"{positions(whole)} here. A usual guess is most lines first: the centre, then "
            "corners, then edges, the middles of the sides. How many does it enter in that order?",
            [number(one) for one in sorted({*reads.values(), whole})],
            number(reads["lines"]),
            (
                "The guess is good on most boards. Look for the best move on this one.",
                "The best move is c2. Is that a corner or an edge?",
                "The best move is entered last, so there is little to cut: more is entered than "
                "from a1 to c3.",
            ),
            (
                f"Most lines first enters {number(reads['lines'])}, more than "
                f"{number(reads['a1'])}: the saving move c2 is an edge and comes late. With the "
                f"best move first everywhere it would be {number(reads['best'])}.",
            ),
        ),
        meaning=(
            "An order is a guess. On one board it can be wrong, over all boards it saves a lot: "
            f"from the empty board alpha-beta enters {number(ALPHA_BETA.found(start).nodes)} "
            f"positions from a1 to c3, and {number(LINES_FIRST.found(start).nodes)} most lines "
            f"first. Minimax enters {number(MINIMAX.found(start).nodes)}.",
        ),
        keep="The order never changes the answer, only how soon it is found.",
        watch=MAIN,
    )
