"""Games that are too long to read: a guess at the horizon, and games that are played out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import islice
from random import Random

from games import presenters
from games.analysis.learn import ask, texts
from games.analysis.learn.course import pool
from games.analysis.learn.facts import position
from games.analysis.learn.lesson import Content, Course
from games.analysis.learn.questions import Question
from games.analysis.wording import cells, listed, number, signed
from games.engines import engine
from games.engines.sides import rival_of
from games.engines.ultimate import mcts
from games.engines.ultimate.alphabeta import INFINITE, AlphaBetaSearch, is_certain
from games.engines.ultimate.mcts import PlayoutTree
from games.engines.ultimate.position import position as searched
from games.engines.ultimate.small_boards import MARKS, MASKS, promise
from games.rules import Board, ClassicBoard, UltimateBoard
from games.rules.ultimate import SMALL

EMPTY = "......... X"
TEMPTING = "......O..OX..O..O.O.O..X..O...X....X.X..XO......OOXO....X...XXX.X..X..O...O...... X 7"
PLAYED_OUT = "........X....X.XXX.O.O.OO.......O..O.O..X..O....OOO...X.O.X..OO.X..X..X.X.X..X... X 9"
SEED = 1
POSITIONS = 16
"""How many positions of each kind the exercises are drawn from."""


def ultimate(notation: str) -> UltimateBoard:
    """A position of a lesson on Ultimate."""
    board = position(notation)
    assert isinstance(board, UltimateBoard)
    return board


def guesses(board: UltimateBoard, plies: int) -> dict[int, int]:
    """What each move is worth for the side that makes it, so many plies ahead."""
    root = searched(board)
    search = AlphaBetaSearch(root)
    return {
        cell: search.after(root.moves[cell], plies, -INFINITE, INFINITE)
        for cell in board.available_moves()
    }


def best(values: dict[int, int]) -> list[int]:
    """The cells with the highest value."""
    return [cell for cell, value in values.items() if value == max(values.values())]


def _worth(board: UltimateBoard, value: int) -> str:
    """A value for the side to move: ``+252 for X``, or who wins."""
    seat = board.to_move
    if is_certain(value):
        return f"{seat if value > 0 else rival_of(board)} wins"
    return f"{signed(value)} for {seat}"


def _sent(board: UltimateBoard, cell: int) -> str:
    """Where the rival plays after a move: ``in the middle board``."""
    return presenters.where_to_play(board.make_move(cell))


def _games() -> Iterator[UltimateBoard]:
    """Positions of games that always go the same way, between players who look one ply ahead and
    often move at random; always with one board to play in and a choice of cells.
    """
    rng, player = Random(SEED), engine(UltimateBoard.VARIANT, "alphabeta:depth=1")
    while True:
        board = UltimateBoard.start()
        while not board.is_game_over():
            stand, moves = board.small_boards, board.available_moves()
            if len(stand.live) == 1 and len(moves) >= 4 and board.ply > 12:
                yield board
            chosen = player.choose(board, rng).move if rng.random() < 0.6 else rng.choice(moves)
            board = board.make_move(chosen)


# --- the horizon ---


@cache
def tempting() -> tuple[UltimateBoard, ...]:
    """Positions in which one move is best one ply ahead, and another one over two plies."""
    return tuple(islice(filter(_tempts, _games()), POSITIONS))


def _tempts(board: UltimateBoard) -> bool:
    far = best(guesses(board, 2))
    return _takes_a_board(board) and len(far) == 1 and far != best(guesses(board, 1))


def _takes_a_board(board: UltimateBoard) -> bool:
    """Whether one move is best one ply ahead, and takes a board."""
    near = best(guesses(board, 1))
    return len(near) == 1 and near[0] in board.small_boards.takes


def _first_guess(board: UltimateBoard, cell: int) -> str:
    name, value = board.cell_name(cell), guesses(board, 1)[cell]
    does = " takes the board" if cell in board.small_boards.takes else ""
    where = f"{rival_of(board)} plays {_sent(board, cell)}."
    return f"{name}{does}: the guess after it is {signed(value)}. {where}"


def _both_guesses(board: UltimateBoard, cell: int) -> str:
    near, far = (_worth(board, guesses(board, plies)[cell]) for plies in (1, 2))
    return f"{board.cell_name(cell)}: {near} at once, {far} after {rival_of(board)}’s best reply."


def horizon() -> Content:
    board = ultimate(TEMPTING)
    near, far = guesses(board, 1), guesses(board, 2)
    (first,), (right,) = best(near), best(far)
    after = board.make_move(first)
    words = texts.question(
        "horizon",
        first=board.cell_name(first),
        where=_sent(board, first),
        reply=after.cell_name(best(guesses(after, 1))[0]),
        right=board.cell_name(right),
        to=_sent(board, right),
        kept=signed(far[right]),
        high=signed(near[first]),
        low=signed(far[first]),
    )
    valued = {plies: _valued(board, plies) for plies in (2, 4, 6)}
    return texts.content(
        "horizon",
        ask.cells(board, words, [right], partial(_both_guesses, board)),
        board,
        board.available_moves(),
        partial(_first_guess, board),
        plays=False,
        longest=number(board.LONGEST),
        first=board.cell_name(first),
        two=number(valued[2]),
        four=number(valued[4]),
        six=number(valued[6]),
    )


def _valued(board: UltimateBoard, plies: int) -> int:
    """The positions that the search values over so many plies."""
    return engine(board.VARIANT, f"alphabeta:depth={plies}").choose(board, Random(SEED)).nodes


def row_promise(rng: Random) -> Question:
    board = pool.draw(rng, _has_rows)
    assert isinstance(board, ClassicBoard)
    own, other = (board.x, board.o) if board.to_move == "X" else (board.o, board.x)
    right = promise(own, other)
    mine, theirs = _counted(own, other), _counted(other, own)
    words = texts.exercise(
        "row_promise",
        board,
        one=MARKS[1],
        two=MARKS[2],
        rows=len(mine),
        mine=sum(mine),
        theirs=sum(theirs),
        right=signed(right),
        less=len(theirs),
    )
    wrong = [sum(mine), -right, len(mine) - len(theirs), right + MARKS[2], right - 1, right + 1]
    answers = list(dict.fromkeys(signed(one) for one in (right, *wrong)))[:4]
    rng.shuffle(answers)
    return ask.choice(board, words, answers, signed(right))


def _counted(own: int, other: int) -> list[int]:
    """What each row counts in which only the side with the marks ``own`` has any."""
    rows = [(mask & own).bit_count() for mask in MASKS if not mask & other]
    return [MARKS[count] for count in rows if count]


def _has_rows(board: Board) -> bool:
    return 4 <= pool.free(board) <= 6 and not any(map(board.winning_cells, board.SEATS))


def seen_deeper(rng: Random) -> Question:
    board = rng.choice(tempting())
    (first,), (right,) = best(guesses(board, 1)), best(guesses(board, 2))
    words = texts.exercise(
        "seen_deeper",
        board,
        first=board.cell_name(first),
        where=_sent(board, first),
        to=_sent(board, right),
        after=_worth(board, guesses(board, 2)[first]),
    )
    return ask.cells(board, words, [right], partial(_both_guesses, board))


def hidden_reply(rng: Random) -> Question:
    board = rng.choice(hiding())
    (first,) = best(guesses(board, 1))
    after = _after_first(board)
    values = guesses(after, 1)
    words = texts.exercise(
        "hidden_reply",
        after,
        move=board.cell_name(first),
        high=signed(guesses(board, 1)[first]),
        takes=cells(after, after.small_boards.takes) or "none",
        low=_worth(after, max(values.values())),
        to=_sent(after, best(values)[0]),
    )

    def why(cell: int) -> str:
        return f"After {after.cell_name(cell)} the guess is {_worth(after, values[cell])}."

    return ask.cells(after, words, best(values), why)


def _after_first(board: UltimateBoard) -> UltimateBoard:
    """The position after the move that looks best one ply ahead."""
    return board.make_move(best(guesses(board, 1))[0])


@cache
def hiding() -> tuple[UltimateBoard, ...]:
    """Positions in which the move that looks best takes a board, and has one good reply."""
    return tuple(islice(filter(_hides, _games()), POSITIONS))


def _hides(board: UltimateBoard) -> bool:
    if not _takes_a_board(board) or len((after := _after_first(board)).small_boards.live) != 1:
        return False
    replies = guesses(after, 1)
    return len(best(replies)) == 1 < len(replies) and not is_certain(max(replies.values()))


def horizon_count(rng: Random) -> Question:
    moves, plies = rng.randint(5, 9), rng.choice([2, 3, 4])
    right = moves**plies
    words = texts.exercise(
        "horizon_count",
        moves=moves,
        plies=plies,
        second=number(moves**2),
        product=" × ".join([str(moves)] * plies),
        right=number(right),
    )
    answers = ask.counts(right, [moves * plies, moves ** (plies - 1), right - moves])
    return ask.choice(position(EMPTY), words, answers, number(right))


# --- games that are played out ---

GAMES, FEW = 1_000, 200
FAR_AHEAD = 2
"""How many times as often as the next one a move is played that is far ahead."""


@cache
def tree_of(board: UltimateBoard, games: int) -> dict[int, tuple[int, float]]:
    """How often a tree of so many games played each move, and the share of the points, by cell."""
    tree = PlayoutTree(searched(board), Random(SEED))
    for _ in range(games):
        tree.simulate()
    top = tree.top
    names = [SMALL[where][move[0]] for where, move in top.moves]
    found = dict(zip(names, zip(top.visits, top.shares, strict=True), strict=True))
    return dict(sorted(found.items()))


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def _share(board: UltimateBoard, cell: int) -> str:
    share = tree_of(board, GAMES)[cell][1]
    return f"{board.cell_name(cell)}: {board.to_move} got {_percent(share)} of the points with it."


def playouts() -> Content:
    board = ultimate(PLAYED_OUT)
    tree = tree_of(board, GAMES)
    favourite, most = _most_played(tree)
    worst, even = min(tree, key=lambda cell: tree[cell][0]), GAMES // len(tree)
    words = texts.question(
        "playouts",
        count=len(tree),
        games=number(GAMES),
        best=board.cell_name(favourite),
        even=number(even),
        half=number(GAMES // 2),
        most=number(most),
        worst=board.cell_name(worst),
        fewest=number(tree[worst][0]),
    )
    answers = ask.counts(most, [even, 2 * even, GAMES - len(tree) + 1])
    return texts.content(
        "playouts",
        ask.choice(board, words, answers, number(most)),
        board,
        board.available_moves(),
        partial(_share, board),
        plays=False,
        games=number(GAMES),
    )


def points_share(rng: Random) -> Question:
    games = rng.choice([20, 40, 50])
    drawn = 2 * rng.randint(1, games // 10)
    wins = rng.randint(games // 4, games - drawn - 3)
    points = wins + drawn // 2
    seat = rng.choice(("X", "O"))
    words = texts.exercise(
        "points_share",
        side=seat,
        games=games,
        wins=wins,
        drawn=drawn,
        lost=games - wins - drawn,
        half=drawn // 2,
        points=points,
        right=_percent(points / games),
    )
    wrong = [wins, wins + drawn, games - wins - drawn, points + 2, points - 3]
    answers = list(dict.fromkeys(_percent(one / games) for one in (points, *wrong)))[:4]
    rng.shuffle(answers)
    return ask.choice(position(EMPTY), words, answers, _percent(points / games))


RESULTS = {"wins": 1.0, "draws": 0.5, "loses": 0.0}


def next_share(rng: Random) -> Question:
    games = rng.randint(5, 30)
    points = rng.randint(2, 2 * games - 2) / 2
    result, gift = rng.choice(list(RESULTS.items()))
    right = f"{number(points + gift)} of {games + 1}"
    words = texts.exercise(
        "next_share",
        points=number(points),
        games=games,
        result=result,
        gift=number(gift),
        right=right,
    )
    ways = [(one, more) for more in (1, 0) for one in (gift, 1, 0.5, 0)]
    answers = list(dict.fromkeys(f"{number(points + one)} of {games + more}" for one, more in ways))
    picked = answers[:4]
    rng.shuffle(picked)
    return ask.choice(position(EMPTY), words, picked, right)


def next_choice(rng: Random) -> Question:
    """Three moves with their shares and the bonus of the engine; the sums differ clearly."""
    board = position(EMPTY)
    names = [board.cell_name(cell) for cell in range(3)]
    while True:
        node = mcts.PlayoutNode()
        for games in rng.sample(range(2, 30), 3):
            share = rng.randint(20, 80) / 100
            node.shares.append(share)
            node.visits.append(games)
            node.doubts.append(games**-0.5)
            node.played += games
        bonus = [round(node.bonus * doubt, 2) for doubt in node.doubts]
        sums = [round(share + one, 2) for share, one in zip(node.shares, bonus, strict=True)]
        if sorted(sums)[-1] - sorted(sums)[-2] >= 0.05:
            break
    at = node.choose()
    rows = [
        f"{name}: {games} games, a share of {number(share)}, a bonus of {number(extra)}"
        for name, games, share, extra in zip(names, node.visits, node.shares, bonus, strict=True)
    ]
    words = texts.exercise(
        "next_choice",
        rows="; ".join(rows),
        fewest=names[node.visits.index(min(node.visits))],
        first=f"{names[0]} has {number(sums[0])}",
        right=names[at],
        sums=listed([f"{name} {number(one)}" for name, one in zip(names, sums, strict=True)]),
    )
    return ask.choice(board, words, names, names[at])


@cache
def clear() -> tuple[UltimateBoard, ...]:
    """Positions in which a tree plays one move far more often than any other."""
    return tuple(islice(filter(_is_clear, _games()), POSITIONS))


def _is_clear(board: UltimateBoard) -> bool:
    if not _takes_a_board(board) or len(board.small_boards.takes) > 1:
        return False
    tree = tree_of(board, FEW)
    second, most = sorted(games for games, _ in tree.values())[-2:]
    over = board.make_move(_most_played(tree)[0]).is_game_over()
    return most >= FAR_AHEAD * second and not over


def _most_played(tree: dict[int, tuple[int, float]]) -> tuple[int, int]:
    """The move with the most games, and how many they are."""
    cell = max(tree, key=lambda one: tree[one][0])
    return cell, tree[cell][0]


def most_played(rng: Random) -> Question:
    board = rng.choice(clear())
    tree = tree_of(board, FEW)
    right, _ = _most_played(tree)

    def why(cell: int) -> str:
        games, share = tree[cell]
        got = f"{board.to_move} got {_percent(share)} of the points"
        return f"{board.cell_name(cell)} was played in {number(games)} games, and {got}."

    words = texts.exercise(
        "most_played",
        board,
        games=number(FEW),
        takes=cells(board, board.small_boards.takes),
        to=_sent(board, right),
    )
    return ask.cells(board, words, [right], why)


COURSE: Course = {
    "horizon": (horizon, (row_promise, seen_deeper, horizon_count, row_promise, hidden_reply)),
    "playouts": (playouts, (points_share, next_share, next_choice, next_share, most_played)),
}
