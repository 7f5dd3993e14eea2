"""What a search with chance nodes does at each step, in one sentence with its numbers."""

from __future__ import annotations

from games.analysis.wording import lines_made, listed, number, signed
from games.engines.dstru.objectives import Role
from games.engines.dstru.search import HASTE
from games.engines.dstru.search_steps import Group, Hand, Moment, Trace, delayed, folded, is_equal
from games.rules import Board

CODE = (
    "value(position, depth)",
    "  if the game is over: return its value",
    "  if depth = 0: return the guess by open patterns",
    "  if a position like it was entered: return that value",
    "  for each move, one of those that are alike:",
    "    v = value(position after it, depth − 1)",
    "  {high} to move: best = the highest v",
    "  {low} to move: best = the lowest v",
    "  {chance} to take: best = the average of all v",
    f"  return {HASTE} × best",
)

ROLE_LINE = {Role.RAISE: 6, Role.LOWER: 7, Role.CHANCE: 8}
LINE = {"start": 0, "enter": 0, "end": 1, "guess": 2, "known": 3, "back": 5, "done": 9}

HEADING = {
    "start": "The search begins",
    "enter": "One move deeper",
    "end": "A finished game",
    "guess": "As far as it looks",
    "known": "Known already",
    "back": "A value comes back",
    "done": "The search is done",
}


def value_text(value: float) -> str:
    """A value with four decimals at most."""
    return signed(value, 4)


def code(board: Board) -> list[str]:
    """The lines of the algorithm, with the seats that move."""
    high, low = board.RIVALS
    return [line.format(high=high, low=low, chance=board.CHANCE_SEAT) for line in CODE]


def running(moment: Moment) -> int:
    """The line of the algorithm that runs, counted from 0."""
    if moment.event.kind == "fold":
        return ROLE_LINE[moment.hand.role]
    return LINE[moment.event.kind]


def heading(moment: Moment) -> str:
    """A step in a few words."""
    if moment.event.kind == "fold":
        chance = moment.hand.role is Role.CHANCE
        return "The average is made" if chance else "The best is taken"
    return HEADING[moment.event.kind]


def sentence(moment: Moment, trace: Trace) -> str:
    """What happens at ``moment``."""
    match moment.event.kind:
        case "start":
            return _start(trace)
        case "enter":
            return f"{_tried(moment.hands[-2], moment)}."
        case "end":
            return _end(moment)
        case "guess":
            guess = value_text(moment.event.value)
            return (
                f"{_tried(moment.hand, moment)}. The search looks no further and guesses by the "
                f"open patterns: {guess}."
            )
        case "known":
            value = value_text(moment.event.value)
            return (
                f"{_tried(moment.hand, moment)}. A position like this was entered before: {value}."
            )
        case "back":
            return _back(moment)
        case "fold":
            return _fold(moment)
        case "done":
            return _done(moment, trace)


def _start(trace: Trace) -> str:
    board = trace.root
    acts = "to take a piece away" if board.to_move == board.CHANCE_SEAT else "to move"
    return (
        f"{board.to_move} {acts}. The search looks {trace.depth} plies ahead; where "
        f"{board.CHANCE_SEAT} moves, it takes the average."
    )


def _tried(hand: Hand, moment: Moment) -> str:
    """The move that is tried from ``hand``, with those that are like it."""
    board, group = hand.board, moment.event.path[-1]
    first, rest = board.cell_name(group[0]), len(group) - 1
    if hand.role is Role.CHANCE:
        pieces = sum(map(len, hand.groups))
        if not rest:
            return f"Suppose {board.to_move} takes {first}, 1 of {pieces} pieces"
        return f"Suppose {board.to_move} takes {names(board, group)}, {rest + 1} of {pieces} pieces"
    alike = f", which stands for {rest} more like it" if rest else ""
    return f"{board.to_move} tries {first}{alike}"


def _end(moment: Moment) -> str:
    hand, group = moment.hand, moment.event.path[-1]
    after = hand.board.make_move(group[0])
    outcome = after.outcome
    assert outcome is not None
    value = value_text(moment.event.value)
    cell = hand.board.cell_name(group[0])
    if outcome.reason == "full":
        return f"{hand.board.to_move} fills the last cell, {cell}: {outcome.winner} wins, {value}."
    return f"{hand.board.to_move} plays {cell}: {outcome.winner} has {lines_made(after)}, {value}."


def _back(moment: Moment) -> str:
    hand, event = moment.hand, moment.event
    group, value = event.path[-1], value_text(event.value)
    name = hand.board.cell_name(group[0])
    if hand.role is Role.CHANCE:
        return _average(hand, name, value)
    before = [one for other, one in hand.values.items() if other != group]
    best = max if hand.role is Role.RAISE else min
    word = "highest" if hand.role is Role.RAISE else "lowest"
    if not before:
        return f"{name} is worth {value}, the first value here."
    had = best(before)
    if is_equal(had, event.value):
        return f"{name} is worth {value}, as much as the {word} so far."
    if best(had, event.value) == had:
        return f"{name} is worth {value}. {hand.board.to_move} already has {value_text(had)}."
    return f"{name} is worth {value}: the {word} so far, {value_text(had)} until now."


def _average(hand: Hand, name: str, value: str) -> str:
    """The sum in the making: how many pieces are counted, and what they come to."""
    counted = sum(map(len, hand.values))
    pieces = sum(map(len, hand.groups))
    total = value_text(_total(hand))
    times = len(next(group for group in hand.values if hand.board.cell_name(group[0]) == name))
    each = f"{name} counts {value}" if times == 1 else f"{name} counts {value} {times} times"
    return f"{each}. The sum is {total}, for {counted} of {pieces} pieces."


def _total(hand: Hand) -> float:
    return sum(len(group) * value for group, value in hand.values.items())


def _fold(moment: Moment) -> str:
    hand = moment.hand
    best = folded(hand.role, hand.values)
    kept = value_text(delayed(best))
    delay = f"A ply's delay leaves {kept}."
    if hand.role is Role.CHANCE:
        pieces = sum(map(len, hand.groups))
        total = value_text(_total(hand))
        return f"The average is {total} ÷ {pieces} = {value_text(best)}. {delay}"
    word = "highest" if hand.role is Role.RAISE else "lowest"
    found = [hand.board.cell_name(g[0]) for g, v in hand.values.items() if is_equal(v, best)]
    return (
        f"{hand.board.to_move} takes the {word}: {listed(found, 'or')}, {value_text(best)}. {delay}"
    )


def _done(moment: Moment, trace: Trace) -> str:
    board, hand = trace.root, moment.hands[0]
    value = value_text(trace.value)
    counts = (
        f"The search entered {number(moment.event.read)} positions, guessed at "
        f"{number(trace.guesses)} and knew {number(trace.hits)} already."
    )
    if hand.role is Role.CHANCE:
        return f"On average {value} for {trace.objective.side}. {counts}"
    cells = [cell for group in best_groups(hand, trace) for cell in group]
    named = names(board, tuple(sorted(cells)), "or")
    return f"{board.to_move} plays {named}, worth {value} for {trace.objective.side}. {counts}"


def best_groups(hand: Hand, trace: Trace) -> list[Group]:
    """The moves at the root that the search holds for best."""
    return [group for group, value in hand.values.items() if is_equal(value, trace.value)]


def names(board: Board, cells: Group, joint: str = "and") -> str:
    """Cells by name; many are counted."""
    if len(cells) > 4:
        return f"{board.cell_name(cells[0])} {joint} {len(cells) - 1} more like it"
    return listed([board.cell_name(cell) for cell in cells], joint)
