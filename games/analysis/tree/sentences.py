"""What a search does and knows, in sentences: nodes, bounds, cuts and steps."""

from __future__ import annotations

from math import isinf

from games.analysis.wording import MINUS, bounded, listed, number, signed
from games.engines.trace import Cut, Limit, Node, Trace, size

Path = tuple[str, ...]
Paths = dict[int, Path]
"""The moves from the root to each node, by the id of the node."""


class Teller:
    """Tells of one ``trace``. MAX is the side to move at the root, MIN the other."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        board = trace.root.board
        self.high = board.to_move
        self.low = next(seat for seat in board.SEATS if seat != self.high)
        self._paths: Paths = {}
        self._follow(trace.root, ())

    def _follow(self, node: Node, path: Path) -> None:
        self._paths[id(node)] = path
        for child in node.children:
            self._follow(child, (*path, name(child)))

    def where(self, node: Node) -> str:
        """``at the root``, ``after a2 and c1``."""
        path = self._paths[id(node)]
        return f"after {listed(path)}" if path else "at the root"

    def state(self, node: Node) -> str:
        """Who is to move, or how the game has ended: ``O to move``, ``X has won``, ``drawn``."""
        if (outcome := node.board.outcome) is None:
            return f"{node.board.to_move} to move"
        return f"{outcome.winner} has won" if outcome.winner else "drawn"

    def reason(self, node: Node) -> str:
        """Why the value of ``node`` is only a bound; empty where it is exact."""
        if node.bound == "exact":
            return ""
        if node.cut is not None:
            return f"cut: {self._reached(node, node.cut)}, and {self._limit(node, node.cut.limit)}"
        source = node.source
        assert source is not None  # a bound comes from a child
        return f"only a bound, as {name(source)} is {bounded(source.value, source.bound)}"

    def cut(self, node: Node, cut: Cut) -> str:
        """Why moves of ``node`` were cut, whose window that was, and what was saved."""
        held = f"{signed(cut.by.value)} or {'more' if node.high else 'less'} here with"
        if node.high:
            why = f"{self.high} gets {held} {name(cut.by)}, and {self._limit(node, cut.limit)}"
        else:
            why = f"{self.low} can hold {self.high} to {held} {name(cut.by)}"
            why += f", and {self._limit(node, cut.limit)}"
        turns_back = self.low if node.high else self.high
        moves = listed([node.board.cell_name(cell) for cell in cut.moves])
        verb = "is" if len(cut.moves) == 1 else "are"
        return (
            f"{why}: {turns_back} will not come this way. "
            f"So {moves} {verb} never looked at ({positions(cut.unread)})."
        )

    def _reached(self, node: Node, cut: Cut) -> str:
        value = signed(cut.by.value)
        if node.high:
            return f"{self.high} already has ≥ {value} here with {name(cut.by)}"
        return f"{self.low} already holds {self.high} to ≤ {value} here with {name(cut.by)}"

    def _limit(self, node: Node, limit: Limit) -> str:
        """Whose limit it is and where it was found: ``X has 0 with c2 at the root (α)``."""
        assert limit.at is not None  # the root's window is open, so a cut has an owner
        assert limit.by is not None
        found = f"{signed(limit.value)} with {name(limit.by)} {self.where(limit.at)}"
        if node.high:
            return f"{self.low} holds {self.high} to {found} (β)"
        return f"{self.high} has {found} (α)"

    def step(self, step: int, node: Node) -> str:
        """What happens at ``step``, at which ``node`` is entered or left."""
        if node is self.trace.root and step == node.left:
            return self._done()
        subject = name(node) or "the root"
        if step == node.entered:
            if node.board.is_game_over():
                return f"After {subject} the game is over: {self.state(node)}."
            here = "At the root" if node is self.trace.root else f"After {subject}"
            return f"{here}: {self.state(node)}, window {window(node)}."
        known = {"exact": "", "upper": "at most ", "lower": "at least "}[node.bound]
        worth = f"{subject} is worth {known}{signed(node.value)}"
        if node.cut is not None:
            return f"{worth}. {self.cut(node, node.cut)}"
        why = self.reason(node)
        return f"{worth}: {why}." if why else f"{worth}."

    def _done(self) -> str:
        trace = self.trace
        best = trace.root.source
        assert best is not None  # the root is live
        said = (
            f"{self.high} plays {name(best)}, worth {signed(trace.root.value)}. The search read "
            f"{number(trace.visited)} of {positions(size(trace.root.board))}"
        )
        if not trace.cutoffs:
            return f"{said}."
        moves = f"{number(trace.cutoffs)} move{'' if trace.cutoffs == 1 else 's'}"
        return f"{said}, cut {moves} and never looked at {positions(trace.unread)}."


def name(node: Node) -> str:
    """The cell whose move led to ``node``; empty at the root."""
    return node.board.cell_name(node.cell) if node.cell is not None else ""


def window(node: Node) -> str:
    """The window that ``node`` was handed: ``−∞, 0``."""
    return f"{limit(node.alpha.value)}, {limit(node.beta.value)}"


def limit(value: float) -> str:
    return ("∞" if value > 0 else f"{MINUS}∞") if isinf(value) else signed(value)


def positions(count: int) -> str:
    return f"{number(count)} position{'' if count == 1 else 's'}"
