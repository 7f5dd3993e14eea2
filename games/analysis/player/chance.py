"""A search with chance nodes in the player."""

from __future__ import annotations

from dataclasses import replace

from games.analysis.player import chance_sentences as sentences
from games.analysis.player.chance_sentences import value_text
from games.analysis.player.show import DrawnRow, Frame, Strip, keys, piece
from games.analysis.tree.rows import WIDTH, Row, TreeBoard, edge, places, side_of
from games.analysis.wording import number, signed
from games.engines.dstru.objectives import Role
from games.engines.dstru.search_steps import (
    Group,
    Hand,
    Moment,
    delayed,
    folded,
    moment,
    over,
    trace,
)
from games.rules import Board, DstruBoard

EVEN = 0.0005
"""Below this a value is shown as 0, so neither side is called ahead."""


class ChanceShow:
    """The search of a live position of a game with a chance seat."""

    cuts = False
    signs = True

    def __init__(self, board: Board, title: str) -> None:
        assert isinstance(board, DstruBoard)
        self.board: Board = board
        self.title = title
        self.trace = trace(board)
        self.steps = len(self.trace.events)
        self.code = sentences.code(board)

    @property
    def strip(self) -> Strip | None:
        return None

    def frame(self, step: int, query: str) -> tuple[Frame, list[DrawnRow]]:
        now = moment(self.trace, step)
        last = now.event.kind == "done"
        drawn = self._rows(now, query)
        frame = Frame(
            step=step,
            kind=now.event.kind,
            heading=sentences.heading(now),
            sentence=sentences.sentence(now, self.trace),
            line=sentences.running(now),
            live=self._live(now),
            count=f"{number(now.event.read)} entered",
            crumbs=" › ".join(["start", *(self.board.cell_name(g[0]) for g in now.hand.path)]),
            over=0 if last else over(self.trace, step),
            rows=keys(drawn),
        )
        return frame, drawn

    def _live(self, now: Moment) -> str:
        hand = now.hand
        place = self.board.cell_name(hand.path[-1][0]) if hand.path else "the root"
        if not hand.values:
            return f"at {place}"
        if hand.role is Role.CHANCE:
            counted = sum(map(len, hand.values))
            return f"at {place}: {counted} of {sum(map(len, hand.groups))}"
        return f"at {place}: best {value_text(folded(hand.role, hand.values))}"

    def _rows(self, now: Moment, query: str) -> list[DrawnRow]:
        across = max(len(hand.groups) for hand in now.hands)
        rows = [Row(0, _to_act(self.board), (self._root(now),), "", "", across)]
        from_x = WIDTH / 2
        for at, hand in enumerate(now.hands):
            below = now.hands[at + 1].path[-1] if at + 1 < len(now.hands) else None
            row, from_x = _row(hand, below, now, from_x, across)
            rows.append(row)
        return [
            DrawnRow(
                piece("analysis/_tree_row.html", row=replace(row, boards=())),
                tuple(
                    piece("analysis/_tree_board.html", board=one, query=query) for one in row.boards
                ),
            )
            for row in rows
        ]

    def _root(self, now: Moment) -> TreeBoard:
        done = now.event.kind == "done"
        value = self.trace.value if done else None
        return _board(
            self.trace.root,
            name="",
            last=None,
            state="done" if done else "hand",
            value=value,
            note="",
            step=1,
            on_path=True,
            now=len(now.hands) == 1 and not done,
        )


def _to_act(board: Board) -> str:
    return f"{board.to_move} to {'take' if board.action == 'remove' else 'move'}"


def _row(
    hand: Hand, below: Group | None, now: Moment, from_x: float, across: int
) -> tuple[Row, float]:
    """The moves at ``hand``, and where the board on the path stands."""
    who = {
        Role.RAISE: f"{hand.board.to_move} takes the highest",
        Role.LOWER: f"{hand.board.to_move} takes the lowest",
        Role.CHANCE: f"{hand.board.to_move}: the average",
    }[hand.role]
    boards, edges, in_hand, at_x = [], [], "", from_x
    leaf = now.event.path if now.event.kind in ("end", "guess", "known") else None
    for group, x in zip(hand.groups, places(len(hand.groups), across), strict=True):
        path = (*hand.path, group)
        on_path = group == below or path == leaf
        if on_path:
            in_hand, at_x = edge(from_x, x), x
        else:
            edges.append(edge(from_x, x))
        boards.append(_move(hand, group, now, on_path=on_path, leaf=path == leaf))
    row = Row(len(hand.path) + 1, who, tuple(boards), "".join(edges), in_hand, across)
    return row, at_x


def _move(hand: Hand, group: Group, now: Moment, *, on_path: bool, leaf: bool) -> TreeBoard:
    value = now.event.value if leaf else hand.values.get(group)
    in_hand = next((one for one in now.hands if one.path == (*hand.path, group)), None)
    state = "done" if value is not None else "hand" if group in hand.entered else "later"
    many = f"{len(group)} alike" if len(group) > 1 else ""
    if value is None and in_hand is not None and in_hand.values:
        so_far = delayed(folded(in_hand.role, in_hand.values))
        many = "" if in_hand.role is Role.CHANCE else f"so far {value_text(so_far)}"
    return _board(
        hand.board.make_move(group[0]),
        name=hand.board.cell_name(group[0]),
        last=group[0],
        state=state,
        value=value,
        note=many,
        step=hand.entered.get(group, 0),
        on_path=on_path,
        now=leaf or (in_hand is not None and in_hand is now.hand),
    )


def _board(
    board: DstruBoard,
    *,
    name: str,
    last: int | None,
    state: str,
    value: float | None,
    note: str,
    step: int,
    on_path: bool,
    now: bool,
) -> TreeBoard:
    outcome = board.outcome
    text = "" if value is None else signed(value)
    word = {"later": "not entered yet", "hand": "in hand", "done": text}[state]
    return TreeBoard(
        name=name,
        notation=board.notation,
        lines=outcome.cells if outcome else (),
        last=last,
        state=state,
        on_path=on_path,
        now=now,
        folded=state == "done" and not on_path and outcome is None,
        side="" if value is None else side_of(0 if abs(value) < EVEN else value),
        open=False,
        value=text,
        note=note,
        step=step,
        label=", ".join(filter(None, (name or "the root", word, note))),
    )
