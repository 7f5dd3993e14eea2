"""Engines that play from a table in the player: preference by preference, the rows that decide."""

from __future__ import annotations

from collections.abc import Callable

from games.analysis import preferred
from games.analysis.player.bands import Band, BandShow, Item, Told, over
from games.analysis.player.engines.chance_sentences import names
from games.analysis.tree.rows import side_of
from games.analysis.wording import listed, number
from games.engines import solution_of
from games.engines.dstru.perfect import TableEngine
from games.engines.dstru.table_steps import Group, TableStep, TableTrace, trace
from games.engines.sides import read, reader
from games.engines.view import PreferenceValues
from games.rules import Board, DstruBoard

CODE = (
    "for each preference, the first one first:",
    "  for each move that is left, one of those that are alike:",
    "    look up the position after it",
    "  keep the moves with the best value",
    "play one of those that are left",
)
LINE = {"start": 0, "look": 2, "keep": 3, "done": 4}
HEADING = {
    "start": "The solved game",
    "look": "A row of the table",
    "keep": "The best value",
    "done": "The move is found",
}
EVEN = 0.00005


def playing(engine: TableEngine) -> Callable[[Board, str], BandShow]:
    """What shows ``engine`` in a live position where it can act. It waits for the table."""

    def show(board: Board, title: str) -> BandShow:
        assert isinstance(board, DstruBoard)
        solution_of(board).make_ready(board)
        found = trace(board, engine)
        assert found is not None, "the table is ready"
        told = [
            Told(
                kind=step.kind,
                heading=HEADING[step.kind],
                sentence=sentence(found, step),
                line=LINE[step.kind],
                bands=_bands(found, at),
                over=over(found.steps, at, "keep", "done"),
            )
            for at, step in enumerate(found.steps)
        ]
        return BandShow(board, title, CODE, told, signs=True)

    return show


def sentence(found: TableTrace, step: TableStep) -> str:
    """What happens at ``step``."""
    match step.kind:
        case "start":
            return _start(found)
        case "look":
            return _look(found, step)
        case "keep":
            return _keep(found, step)
        case "done":
            return _done(found)


def _start(found: TableTrace) -> str:
    board, count = found.board, len(found.preferences)
    preferences = (
        "1 preference decides" if count == 1 else f"{count} preferences decide, one after the other"
    )
    acts = "to take a piece away" if board.action == "remove" else "to move"
    return (
        f"{board.to_move} {acts}. The table has every position, so none is searched: {preferences}."
    )


def _look(found: TableTrace, step: TableStep) -> str:
    board, preference = found.board, found.preferences[step.preference]
    name, rest = board.cell_name(step.group[0]), len(step.group) - 1
    alike = f", which stands for {rest} more like it," if rest else ""
    row = f"{name}{alike} leads to row {number(found.rows[step.group])}"
    return f"{row}. {_means(board, preference, step.group)}."


def _means(board: Board, preference: PreferenceValues, group: Group) -> str:
    value = preferred.value(board, preference, str(group[0]))
    if preference["ends_at_ply"]:
        return f"{preference['title']}: {value}"
    return f"Expected for {reader(board, preference['side'])}: {value}"


def _keep(found: TableTrace, step: TableStep) -> str:
    board, preference = found.board, found.preferences[step.preference]
    kept = found.kept[step.preference]
    asked = found.kept[step.preference - 1] if step.preference else found.groups
    best = preferred.value(board, preference, str(kept[0][0]))
    cells = tuple(sorted(cell for group in kept for cell in group))
    for_whom = f"The best for {preference['side']}: {best}"
    if len(asked) == 1:
        return f"Only {names(board, cells)} was left, so this preference decides nothing: {best}."
    if len(kept) == len(asked):
        return f"{for_whom}. All moves have it, so all of them stay."
    return f"{for_whom}. {names(board, cells)} {'stays' if len(cells) == 1 else 'stay'}."


def _done(found: TableTrace) -> str:
    board, these = found.board, found.candidates
    verb = "takes" if board.action == "remove" else "plays"
    if len(these) == 1:
        return f"{board.to_move} {verb} {board.cell_name(these[0])}."
    if len(these) > 4:
        return f"{board.to_move} {verb} one of {len(these)} cells, by lot."
    named = listed([board.cell_name(cell) for cell in these], "or")
    return f"{board.to_move} {verb} {named}, by lot."


def _bands(found: TableTrace, at: int) -> list[Band]:
    bands = []
    for preference, one in enumerate(found.preferences):
        title = preferred.title(found.board, one)
        items = [_item(found, at, preference, group) for group in found.groups]
        bands.append(Band(f"{preference + 1}. {title}", "boards", tuple(items)))
    return bands


def _item(found: TableTrace, at: int, preference: int, group: Group) -> Item:
    board, one = found.board, found.preferences[preference]
    after, done = board.make_move(group[0]), found.steps[: at + 1]
    outcome = after.outcome
    state = _state(found, done, preference, group)
    known = TableStep("look", preference, group) in done
    ending, _, ply = preferred.value(board, one, str(group[0])).rpartition(", ")
    alike = f"{len(group)} alike" if len(group) > 1 else ""
    row = f"row {number(found.rows[group])}"
    return Item(
        name=board.cell_name(group[0]),
        state=state,
        value=ply if known else "",
        sum=" · ".join(filter(None, (ending, alike, row))) if known else alike,
        side=_side(board, one, group) if known else "",
        notation=after.notation,
        lines=outcome.cells if outcome else (),
        last=group[0],
    )


def _state(found: TableTrace, done: tuple[TableStep, ...], preference: int, group: Group) -> str:
    """How far a move has come: a preference refuses what it or one before it does not keep."""
    here = done[-1]
    settled = [at for at in range(preference + 1) if TableStep("keep", at) in done]
    if any(group not in found.kept[at] for at in settled):
        return "refused"
    if here.kind == "done" and preference == here.preference:
        return "best"
    if here == TableStep("look", preference, group):
        return "now"
    return "done" if TableStep("look", preference, group) in done else "later"


def _side(board: Board, preference: PreferenceValues, group: Group) -> str:
    """Whose the value is; a full grid is nobody's."""
    if preference["side"] not in board.RIVALS:
        return ""
    value = read(board, preference["side"], preference["values"][str(group[0])])
    return side_of(0 if abs(value) < EVEN else value)
