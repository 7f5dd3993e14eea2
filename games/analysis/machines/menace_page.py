"""What the page of the matchboxes shows: the open box, practice, curves, the wall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games.analysis.machines import curves
from games.analysis.machines.history import (
    FOES,
    MOST_GAMES,
    BoxGame,
    Machine,
    on_board,
    practised,
)
from games.drawing.matchboxes import (
    BEADS,
    WALL_SYMBOLS,
    beads_svg,
    lid_svg,
    pile_svg,
    tray_svg,
    wall_lid_svg,
)
from games.engines.learning.menace import REWARD, Matchbox, boxes
from games.engines.learning.training import MOST_SEED
from games.engines.numbers import number

SEED = 1961
"""The machine that everybody meets first, by the year of the original."""

ORDINALS = ("first", "second", "third", "fourth")
COUNTS = ("", "", "two", "three", "four")

NAMES = {"r": ("Pip", "random"), "s": ("Bruno", "smart"), "p": ("Sable", "perfect")}
EITHER = ("Either", "by chance")
PRACTICE = (1, 10, 100, 1000)


@dataclass(frozen=True, slots=True)
class BoxCell:
    """A cell of the open box: a mark, a pile of beads, or the same move as another cell's.

    ``was`` are the beads that lay here when the last box was opened.
    """

    index: int
    label: str
    mark: str = ""
    pile: str = ""
    none: bool = False
    same: bool = False
    legal: bool = False
    last: bool = False
    was: str = ""


@dataclass(frozen=True, slots=True)
class PathSlot:
    """One of the boxes of this game: its place, its lid with the bead it gave, what it got."""

    title: str
    number: int = 0
    lid: str = ""
    said: str = ""
    beads: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Foe:
    """Whom the machine practises against, by the letter in a history."""

    letter: str
    name: str
    about: str
    faces: tuple[str, ...]
    chosen: bool


FOE_FACES = {"r": ("pip",), "s": ("bruno",), "p": ("sable",), "h": ("sable", "pip")}


@dataclass(frozen=True, slots=True)
class MenacePage:
    """The variables of the template."""

    seed: int
    history: str
    steps: tuple[str, ...]
    number: int
    stage: str
    beads: int
    rows: Sequence[Sequence[BoxCell]]
    sweep: tuple[int, ...]
    board: Any
    tray: str
    sentence: str
    path: list[PathSlot]
    looked: int
    neighbours: tuple[int, int]
    phase: str
    foes: list[Foe]
    practice: list[tuple[int, bool]]
    refill: bool
    safe_since: int | None
    ways: int
    gives_up: bool
    games: int
    results: dict[str, int]
    charts: list[str]
    numbers: list[tuple[int, str, str, str, int, str]]
    odds: list[tuple[str, str, str, str]]
    symbols: str
    stages: list[tuple[str, int, str, str]]
    boxes: int
    used: int
    total: int
    another: int


def address(seed: int, steps: Sequence[str], foe: str, box: int = 0) -> str:
    """The address of a machine, with its opponent and perhaps a box to look into."""
    query = {"seed": seed, "did": "-".join(steps), "foe": foe, "box": box}
    usual = {"seed": SEED, "did": "", "foe": "h", "box": 0}
    said = urlencode({name: value for name, value in query.items() if value != usual[name]})
    return reverse("analysis:menace") + (f"?{said}" if said else "")


def page(machine: Machine, steps: tuple[str, ...], foe: str, box: int) -> MenacePage:
    """The page of ``machine``, with ``box`` looked into, or 0 for the box of the game."""
    menace, game = machine.menace, machine.game
    looked = boxes()[box - 1] if box else None
    at = looked.number - 1 if looked else _opened(game)
    shown = boxes()[at]
    phase = "looked" if looked else _phase(game)
    board = game.board if game and not looked else shown.board
    played = len(machine.results)
    left = MOST_GAMES - practised(steps)
    outcome = board.outcome
    return MenacePage(
        seed=menace.seed,
        history="-".join(steps),
        steps=steps,
        number=shown.number,
        stage=ORDINALS[shown.stage],
        beads=sum(menace.beads[at]),
        rows=board.SHAPE.in_rows(_cells(machine, shown, board, phase)),
        sweep=outcome.cells if outcome and not looked else (),
        board=board,
        tray=_tray(machine, shown, None if looked or not game else game),
        sentence=_looked_sentence(machine, shown) if looked else _sentence(machine, steps),
        path=_path(game),
        looked=box,
        neighbours=(box - 1, box + 1 if box < len(boxes()) else 0) if box else (0, 0),
        phase=phase,
        foes=[_foe(letter, letter == foe) for letter in FOES],
        practice=[(count, count <= left) for count in PRACTICE],
        refill=menace.settings.refill,
        safe_since=machine.safe_since,
        ways=machine.ways[-1],
        gives_up=not any(menace.beads[0]),
        games=played,
        results={name: machine.results.count(one) for one, name in curves.RESULTS.items()},
        charts=curves.curves(machine),
        numbers=_numbers(machine),
        odds=[_odds(machine, letter) for letter in NAMES],
        symbols=WALL_SYMBOLS,
        stages=_wall(machine, at, box),
        boxes=len(boxes()),
        used=sum(map(bool, menace.used)),
        total=menace.total,
        another=(menace.seed + 1) % (MOST_SEED + 1),
    )


def _opened(game: BoxGame | None) -> int:
    """The place of the box that was opened last, the first one before a game."""
    return game.drawn[-1][0] if game and game.drawn else 0


def _phase(game: BoxGame | None) -> str:
    if game is None:
        return "open"
    return "you" if game.result is None else "over"


def spoken(board: Any) -> str:
    """The marks of a position in words."""
    if not board.ply:
        return "empty board"
    marks = {
        seat: [board.cell_name(at) for at, mark in enumerate(board.marks) if mark == seat]
        for seat in board.SEATS
    }
    return ", ".join(f"{seat} {' '.join(cells)}" for seat, cells in marks.items())


def _cells(machine: Machine, box: Matchbox, board: Any, phase: str) -> list[BoxCell]:
    at, beads = box.number - 1, machine.menace.beads[box.number - 1]
    shows_beads = phase in ("open", "looked")
    own, your = board.SEATS[0], board.SEATS[1]
    before = _board_before(machine.game) if phase in ("you", "over") else board
    piles: dict[int, tuple[int, int]] = {}
    same = set()
    for move, count in enumerate(beads):
        first, *others = on_board(before, at, move) if before is not None else (0,)
        piles[first] = (box.moves[move][0], count)
        same |= set(others)
    cells = []
    for cell, mark in enumerate(board.marks):
        name = board.cell_name(cell)
        kind, count = piles.get(cell, (0, 0))
        legal = phase == "you" and not mark
        said = "empty"
        if mark:
            said = f"{mark}, {'the boxes' if mark == own else 'you' if mark == your else ''}"
        elif shows_beads and cell in piles:
            said = f"{count} {BEADS[kind]} bead{'' if count == 1 else 's'}"
        elif shows_beads and cell in same:
            said = "the same move by turning"
        opened = before is not None and not before.marks[cell] and bool(count)
        cells.append(
            BoxCell(
                index=cell,
                label=f"{name}, {said}",
                mark=mark,
                pile=pile_svg(kind, count) if shows_beads and count else "",
                none=shows_beads and cell in piles and not count,
                same=shows_beads and cell in same,
                legal=legal,
                last=bool(
                    machine.game and machine.game.cells[-1:] == (cell,) and phase != "looked"
                ),
                was=pile_svg(kind, count) if not shows_beads and opened else "",
            )
        )
    return cells


def _board_before(game: BoxGame | None) -> Any:
    """The position in which the last box was opened."""
    if game is None or not game.drawn:
        return None
    board = boxes()[0].board
    for cell in game.cells[: 2 * (len(game.drawn) - 1)]:
        board = board.make_move(cell)
    return board


def _tray(machine: Machine, box: Matchbox, game: BoxGame | None) -> str:
    beads = machine.menace.beads[box.number - 1]
    counts = [(cells[0], count) for cells, count in zip(box.moves, beads, strict=True)]
    drawn = None
    if game and game.drawn and game.drawn[-1][1] is not None:
        drawn = box.moves[game.drawn[-1][1]][0]
    inside = ", ".join(
        f"{count} {BEADS[kind]} for {box.board.cell_name(kind)}" for kind, count in counts
    )
    label = f"The drawer of box {box.number}: {inside}"
    return tray_svg(box.board.marks, box.number, counts, drawn, label)


def _foe(letter: str, chosen: bool) -> Foe:
    name, about = NAMES.get(letter, EITHER)
    return Foe(letter, name, about, FOE_FACES[letter], chosen)


def _path(game: BoxGame | None) -> list[PathSlot]:
    slots = []
    reward = REWARD[game.result] if game and game.result is not None else 0
    for at, title in enumerate(ORDINALS):
        drawn = game.drawn[at] if game and at < len(game.drawn) else None
        if drawn is None:
            slots.append(PathSlot(title))
            continue
        box, move = boxes()[drawn[0]], drawn[1]
        if move is None:
            lid = lid_svg(box.board.marks)
            slots.append(
                PathSlot(title, box.number, lid, "empty", label=f"Box {box.number}: empty")
            )
            continue
        kind = box.moves[move][0]
        name = BEADS[kind]
        said = "taken out" if reward < 0 else name
        more = f"; plus {reward}" if reward > 0 else "; taken out" if reward < 0 else ""
        slots.append(
            PathSlot(
                title,
                box.number,
                lid_svg(box.board.marks, kind, struck=reward < 0),
                said,
                beads_svg([kind] * reward) if reward > 0 else "",
                f"Box {box.number} gave {name}, {box.board.cell_name(kind)}{more}",
            )
        )
    return slots


def _looked_sentence(machine: Machine, box: Matchbox) -> str:
    times = machine.menace.used[box.number - 1]
    used = (
        ("Not used yet", "Used once", "Used twice")[times] if times < 3 else f"Used {times} times"
    )
    return f"Box {box.number}: {spoken(box.board)}. {used}."


def _sentence(machine: Machine, steps: Sequence[str]) -> str:
    game = machine.game
    if game is not None:
        return _game_sentence(game)
    if steps and steps[-1][0] in FOES:
        return _practice_sentence(machine, steps[-1])
    box = boxes()[0]
    beads = sum(machine.menace.beads[0])
    return f"Box 1 of {len(boxes())}: {number(beads)} beads, {len(box.moves)} different moves."


def _game_sentence(game: BoxGame) -> str:
    count = sum(move is not None for _, move in game.drawn)
    if game.resigned:
        number_ = boxes()[game.drawn[-1][0]].number
        more = "" if not count else " Its bead goes too." if count == 1 else " Its beads go too."
        return f"Box {number_} is empty: the machine gives up.{more}"
    where = "the box" if count == 1 else f"the {COUNTS[count]} boxes"
    if game.result == 1:
        return f"It wins: three more beads of the colour it drew, in {where}."
    if game.result == 0:
        return f"A draw: one more bead of the colour it drew, in {where}."
    if game.result == -1:
        return f"You win: it loses the {COUNTS[count]} beads it drew."
    at, move = game.drawn[-1]
    assert move is not None
    box = boxes()[at]
    kind = box.moves[move][0]
    article = "an" if BEADS[kind][0] in "aeiou" else "a"
    own, lies = box.board.cell_name(kind), box.board.cell_name(game.cells[-1])
    where = own if own == lies else f"{own} on its lid, {lies} as the board lies"
    return f"Box {box.number} gives {article} {BEADS[kind]} bead: {where}. Your move."


def _practice_sentence(machine: Machine, step: str) -> str:
    count = int(step[1:])
    results = machine.results[-count:]
    who = NAMES[step[0]][0] if step[0] in NAMES else "Sable or Pip"
    tally = ", ".join(f"{results.count(one)} {name}" for one, name in curves.RESULTS.items())
    games = "One game" if count == 1 else f"{number(count)} games"
    ways = machine.ways[-1]
    if not any(machine.first[-1]):
        end = f"The first box ran empty in game {number(machine.emptied)}: it gives up."
    elif ways:
        end = f"It still loses in {number(ways)} way{'' if ways == 1 else 's'}."
    else:
        end = "With the fullest colour of each box it never loses."
    return f"{games} against {who}: {tally}. {end}"


def _numbers(machine: Machine) -> list[tuple[int, str, str, str, int, str]]:
    """The rows of the curves as a table: games, results since the row above, ways, first box."""
    played = len(machine.results)
    marks = [game for game in (0, 10, 20, 50, 100, 200, 500, 1000, 2000) if game < played]
    rows, before = [], 0
    for game in [*marks, played]:
        some = machine.results[before:game]
        won, drawn, lost = (str(some.count(one)) if game else "–" for one in curves.RESULTS)
        beads = " · ".join(map(str, machine.first[game]))
        rows.append((game, won, drawn, lost, machine.ways[game], beads))
        before = game
    return rows


def _odds(machine: Machine, letter: str) -> tuple[str, str, str, str]:
    won, drawn, lost = (f"{100 * share:.1f} %" for share in machine.menace.results(FOES[letter]))
    return (NAMES[letter][0], won, drawn, lost)


def _wall(machine: Machine, now: int, looked: int) -> list[tuple[str, int, str, str]]:
    """For each move of the machine: its title, how many boxes, their beads, and their buttons."""
    in_game = {at for at, _ in machine.game.drawn} if machine.game else set()
    found = []
    for stage, title in enumerate(("First move", "Second", "Third", "Fourth")):
        some = [box for box in boxes() if box.stage == stage]
        beads = f"{some[0].beads} bead{'' if some[0].beads == 1 else 's'}"
        buttons = "".join(_wall_box(machine, box, in_game, now, looked) for box in some)
        found.append((title, len(some), beads, buttons))
    return found


def _wall_box(machine: Machine, box: Matchbox, in_game: set[int], now: int, looked: int) -> str:
    at = box.number - 1
    count, used = sum(machine.menace.beads[at]), machine.menace.used[at]
    css = [
        "matchbox",
        *(name for least, name in ((1, "used"), (9, "some"), (41, "often")) if used >= least),
    ]
    css += ["empty"] * (not count) + ["in-game"] * (at in in_game)
    css += ["now"] * (at == now and not looked) + ["looked"] * (box.number == looked)
    label = (
        f"Box {box.number}, {ORDINALS[box.stage]} move, {spoken(box.board)}: {count} "
        f"bead{'' if count == 1 else 's'}, used {used} time{'' if used == 1 else 's'}"
    )
    full = min(1.0, count / (box.beads * len(box.moves) * 4))
    return (
        f'<button class="{" ".join(css)}" name="box" value="{box.number}" aria-label="{label}">'
        f"{wall_lid_svg(box.board.marks, full)}</button>"
    )
