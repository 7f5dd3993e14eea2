"""Live examples of the formulas about the campaign: 3, 7, 8, 9, 12, 13 and 14."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from games.analysis.documents import boards
from games.analysis.documents.address import legal_board, marks
from games.analysis.documents.formulas.example import (
    Choices,
    Live,
    ResultRow,
    StageStars,
    StarRow,
    boolean,
    choice,
)
from games.analysis.documents.formulas.on_boards import editor, named, seats
from games.analysis.documents.formulas.printed import MAXIMUM
from games.analysis.documents.formulas.values import VALUES, Examples
from games.analysis.documents.formulas.views import LIVE
from games.analysis.wording import number as figure
from games.engines import engine
from games.engines.classic import formulas
from games.engines.classic.odds import against_chance
from games.engines.classic.tablebase import key_of, table
from games.rules import Board, ClassicBoard
from games.rules.classic import cells_of
from progress.campaign import catalog, scoring

LEVELS, STAGES = tuple(map(str, scoring.LEVELS)), tuple(map(str, scoring.STAGES))


CHANCE = "from here, the player at random"


def stars_of(level: int, digits: str) -> dict[tuple[int, int], int]:
    """Fifteen digits as the stars of a level, as the campaign's formulas take them."""
    return {(level, stage): int(digit) for stage, digit in enumerate(digits, start=1)}


def star_row(
    key: str, level: int, digits: str, url: Callable[[str], str], title: str = ""
) -> StarRow:
    """Fifteen stages whose stars a click raises by one, and from three back to none."""
    stages = []
    for at, digit in enumerate(digits):
        after = str((int(digit) + 1) % (scoring.MOST + 1))
        label = f"level {level}, stage {at + 1}: {digit} stars; make it {after}"
        address = url(digits[:at] + after + digits[at + 1 :])
        stages.append(StageStars(at + 1, int(digit), address, label))
    return StarRow(key, title or f"Level {level}", tuple(stages))


def stars_of_win(examples: Examples) -> Live:
    """Formula 3 on the moves of X: what a win with so many brings, and what this board brings."""
    cells, opening = examples.states[3]
    board, count = marks(cells), max(0, cells.count("X") - int(opening))
    result = "won" if formulas.win(board, "X") else "lost"
    earned = scoring.stars_earned(1, 1, result=result, moves=count)
    rows = (
        ResultRow("m", "m", "moves of X, the player", str(count)),
        ResultRow(
            rf"\operatorname{{Stars}}({count})",
            f"Stars of {count}",
            "for a win",
            str(scoring.stars_for_win(count)),
        ),
        ResultRow(r"\text{earned}", "earned", "on this board", str(earned)),
    )
    said = (
        f"X has a line after {count} move{'' if count == 1 else 's'}: {earned} of 3 stars."
        if result == "won"
        else "X has no line: nothing is earned."
    )
    given = tuple(map(str, range(4)))
    opened = seats(examples, 3, 1, "Marks of X that the stage opened with", given)
    return Live(said, rows, board=editor(examples, 3), choices=(opened,))


def next_stage(examples: Examples) -> Live:
    """Formula 7 for one stage, won or lost."""
    stage, result = examples.states[7]
    cleared = result == "won"
    opened = scoring.next_stage(int(stage), cleared=cleared)
    both = int(stage) == scoring.STAGES[-1] and not cleared
    row = ResultRow(
        rf"\operatorname{{Unlock}}(l,{stage})",
        f"Unlock of l and {stage}",
        "the stage that is open then",
        "null" if opened is None else str(opened),
        "null and 15" if both else "null" if opened is None else str(opened),
    )
    said = "Nothing opens after stage 15." if opened is None else f"Stage {opened} is open."
    return Live(
        said,
        (row,),
        choices=(
            seats(examples, 7, 0, "Stage s", STAGES),
            seats(examples, 7, 1, "It was", ("won", "lost")),
        ),
    )


def next_level(examples: Examples) -> Live:
    """Formula 8: whether a level is open, by the stars of the one before it."""
    level, digits = examples.states[8]
    before = max(1, int(level) - 1)
    is_open = scoring.is_level_open(stars_of(before, digits), int(level))
    missing = [stage for stage in STAGES if digits[int(stage) - 1] == "0"]
    row = ResultRow(
        rf"\operatorname{{UnlockLevel}}({level})", f"UnlockLevel of {level}", "", boolean(is_open)
    )
    if level == "1":
        said = "Level 1 is open from the start."
    elif is_open:
        said = f"Every stage of level {before} has a star: level {level} is open."
    else:
        said = f"Level {level} waits for stage {', '.join(missing)} of level {before}."
    if level == "2":
        said += (
            " The campaign opens it sooner, too: with the exam, or with three stars twice in a row."
        )
    stars = star_row("f8", before, digits, lambda after: examples.url(8, level, after))
    return Live(said, (row,), stars=(stars,), choices=(seats(examples, 8, 0, "Level l", LEVELS),))


def completion(examples: Examples) -> Live:
    """Formula 12 for one level."""
    level, digits = examples.states[12]
    share = scoring.completion(stars_of(int(level), digits), int(level))
    done = sum(digit != "0" for digit in digits)
    row = ResultRow(
        rf"P({level})=\frac{{{done}}}{{15}}\times 100\,\%",
        f"P of {level}",
        "",
        f"{figure(share, 2)} %",
    )
    stars = star_row("f12", int(level), digits, lambda after: examples.url(12, level, after))
    return Live(
        f"{done} of 15 stages have a star.",
        (row,),
        stars=(stars,),
        choices=(seats(examples, 12, 0, "Level l", LEVELS),),
    )


def total(examples: Examples) -> Live:
    """Formula 13 over all 45 stages, and its maximum as printed and as it can be had."""
    rows_of_digits = examples.states[13]
    stars: dict[tuple[int, int], int] = {}
    for level, digits in enumerate(rows_of_digits, start=1):
        stars |= stars_of(level, digits)
    score = scoring.total(stars)
    sums = "+".join(str(sum(map(int, digits))) for digits in rows_of_digits)
    best, printed = str(catalog.MAXIMUM), str(scoring.PRINTED_MAXIMUM)
    return Live(
        f"{score} stars. {best} of the printed {printed} can be had on the boards of the campaign, "
        f"{catalog.PLAIN.maximum} on the empty board, as printed.",
        (
            ResultRow(rf"S_{{\text{{total}}}}={sums}", "S total", "", str(score), str(score)),
            ResultRow(r"S_{\max}", "S max", "the most stars", best, printed),
        ),
        stars=tuple(_levels(examples, rows_of_digits)),
    )


def _levels(examples: Examples, rows: tuple[str, ...]) -> list[StarRow]:
    def address(at: int) -> Callable[[str], str]:
        return lambda after: examples.url(13, *rows[:at], after, *rows[at + 1 :])

    return [
        star_row(f"f13-{at + 1}", at + 1, digits, address(at)) for at, digits in enumerate(rows)
    ]


def opponent(examples: Examples) -> Live:
    """Formula 9: whom a stage puts at the board, and the cells it may choose."""
    level, number, cells = examples.states[9]
    board = legal_board(VALUES[9], cells)
    stage = catalog.at(int(level), int(number))
    name = r"\operatorname{AIMove}" + rf"({level},{number},b)"
    rows = [
        ResultRow(
            r"\text{engine}",
            "engine",
            "who plays this stage",
            engine(board.VARIANT, stage.engine).title,
        ),
        ResultRow(r"\text{AI}", "AI", "the mark it plays", stage.opponent),
        ResultRow(
            r"\text{first}",
            "first",
            "who moves first after the opening marks",
            "AI" if stage.first == "engine" else "player",
        ),
    ]
    if board.is_game_over():
        said = "The game is over."
    elif board.to_move != stage.opponent:
        said = f"{board.to_move} is the player here: play a cell, and the AI is to move."
    else:
        candidates, why = candidates_of(board, stage.engine)
        rows.append(ResultRow(name, "AIMove", "chosen from", named(candidates)))
        said = f"{board.to_move} {why} {named(candidates)}."
    return Live(
        said,
        tuple(rows),
        board=_playable(examples, 9, board),
        choices=(
            seats(examples, 9, 0, "Level l", LEVELS),
            seats(examples, 9, 1, "Stage s", STAGES),
            _emptied(examples, 9, board),
        ),
    )


def candidates_of(board: ClassicBoard, slug: str) -> tuple[tuple[int, ...], str]:
    """The cells an engine of the campaign chooses from, and by which of the formula's cases.

    Minimax is asked of the table: its choice is the same and the whole tree need not be searched.
    """
    if slug == "minimax":
        return cells_of(table().best[key_of(board)]), "takes by minimax one of"
    answer = engine(board.VARIANT, slug).choose(board, Random(0))
    why = {"win": "wins at", "block": "must block at", "random": "takes any of"}
    return answer.candidates, why[answer.view["rule"]]


def winning_probability(examples: Examples) -> Live:
    """Formula 14 after any moves: what perfect play leaves, and chance against it."""
    (cells,) = examples.states[14]
    board = legal_board(VALUES[14], cells)
    odds = against_chance(board, "X")
    start = scoring.win_probability(*scoring.LAST)
    rows = (
        ResultRow(
            r"P(\text{player wins})",
            "P that the player wins",
            "level 3, stage 15",
            figure(start),
            figure(start),
        ),
        ResultRow(r"P(\text{draw})", "P of a draw", "from here, both perfect", *_optimal(board)),
        ResultRow(
            r"P(\text{player})",
            "P that the player wins",
            CHANCE,
            percent(odds.player),
        ),
        ResultRow(r"P(\text{draw})", "P of a draw", CHANCE, percent(odds.draw)),
        ResultRow(r"P(\text{AI})", "P that the AI wins", CHANCE, percent(odds.ai)),
    )
    return Live(
        f"A player who moves at random draws {percent(odds.draw)} of the games from here and "
        f"loses {percent(odds.ai)}, against X without a mistake.",
        rows,
        board=_playable(examples, 14, board),
        choices=(_emptied(examples, 14, board),),
    )


def percent(share: Fraction | float) -> str:
    return f"{figure(float(100 * share), 2)} %"


def _optimal(board: ClassicBoard) -> tuple[str, str]:
    """The probability of a draw if both are perfect: by the table, and as printed."""
    drawn = table().score(board) == 0
    return ("1", "≈ 1") if drawn else ("0", "≈ 1")


def _playable(examples: Examples, number: int, board: ClassicBoard) -> boards.LinkedBoard:
    *before, _ = examples.states[number]

    def after(here: Board, cell: int) -> str:
        return examples.url(number, *before, here.make_move(cell).notation[:9])

    return boards.play(f"f{number}", board, after)


def _emptied(examples: Examples, number: int, board: ClassicBoard) -> Choices:
    """A link to the empty board."""
    *before, cells = examples.states[number]
    empty = "." * len(cells)
    return choice(
        "Board", f"f{number}-e", [("Empty", examples.url(number, *before, empty), cells == empty)]
    )


ON_CAMPAIGN: dict[int, Callable[[Examples], Live]] = {
    3: stars_of_win,
    7: next_stage,
    8: next_level,
    9: opponent,
    12: completion,
    13: total,
    14: winning_probability,
}

LIVE.update(ON_CAMPAIGN)
MAXIMUM["stars"] = catalog.MAXIMUM
