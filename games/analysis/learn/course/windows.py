"""Both sides of alpha-beta: β-cuts, windows that are passed down, any numbers, and equality."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isfinite
from random import Random

from games.analysis.learn.course import cut_exercises
from games.analysis.learn.facts import points, position, worth
from games.analysis.learn.lesson import Content, Touch, legal
from games.analysis.learn.number_trees import (
    DEEP,
    FLAT,
    LEAF,
    PAIR,
    TALL,
    NumberTree,
    Searched,
    Shape,
    Visit,
    alpha_beta,
    grown,
    made,
)
from games.analysis.learn.questions import Group, Option, Question
from games.analysis.wording import limit, listed, number
from games.rules import Board, ClassicBoard
from games.rules.shape import parse_cell

WATCH = "O...X...X O"
"""O has a draw from an early move, and X answers a later one with nothing worse than that."""


def _lesson_tree(third: int) -> NumberTree:
    """MAX has 5 on the left, which cuts three plies further down, and then MIN has 8."""
    leaves = (5, 6, third, 7, 8, 9, 4)
    return grown((PAIR, ((PAIR, LEAF), PAIR)), iter(leaves), maximises=True)


# --- exercises on trees of numbers ---


def skipped(tree: NumberTree) -> Question:
    """Mark the leaves that alpha-beta skips."""
    found = alpha_beta(tree)
    text = (
        "▲ MAX takes the highest value, ▼ MIN the lowest. Alpha-beta goes from left to right. Mark "
        "the leaves that are skipped."
    )
    options = tuple(
        Option(
            leaf.name,
            f"Leaf {leaf.name}",
            leaf.name in found.skipped,
            "skipped" if leaf.name in found.skipped else "entered",
        )
        for leaf in tree.leaves()
    )
    first = found.visits[0]
    cut = next((one for one in found.visits if one.skipped), None)
    hints = (
        "Write the window (α, β) beside each node when you enter it: first (−∞, +∞). Every move "
        "is entered with the window that its node has by then.",
        f"Begin at {first.node.name}, at the bottom left. {told(first)}",
        f"The first cutoff is at {cut.node.name}."
        if cut
        else "It is possible that nothing is skipped.",
    )
    return Question(
        "leaves",
        text,
        ClassicBoard(),
        (Group("", text, options, several=True),),
        hints,
        (*(told(one) for one in found.visits), _sum(found, tree)),
        numbers=tree,
    )


def told(visit: Visit) -> str:
    """What happened at a node, in a sentence or two."""
    node = visit.node
    inside = f"{node.name}, {node.player}, is entered with α {limit(visit.alpha)} and β "
    inside += f"{limit(visit.beta)} and finds {listed([limit(one) for one in visit.tried])}"
    if not visit.skipped:
        return f"{inside}: {limit(visit.value)}."
    names = _named(visit.skipped)
    mine, other = (visit.beta, "β") if node.maximises else (visit.alpha, "α")
    sign = _sign(visit.value, mine)
    return f"{inside}. {limit(visit.value)} {sign} {other} {limit(mine)}: {names} skipped."


def _sign(value: float, other: float) -> str:
    return "=" if value == other else ">" if value > other else "<"


def _named(parts: tuple[NumberTree, ...]) -> str:
    names = [f"leaf {one.name}" if not one.children else f"all of {one.name}" for one in parts]
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'}"


def _sum(found: Searched, tree: NumberTree) -> str:
    count, all_of = len(found.skipped), len(tree.leaves())
    return (
        f"{number(all_of - count)} of {number(all_of)} leaves are entered, and {tree.name} is "
        f"worth {limit(found.value)}, as with minimax."
    )


def _with_cut(rng: Random, shapes: tuple[Shape, ...]) -> NumberTree:
    while True:
        tree = made(rng, shapes)
        if alpha_beta(tree).skipped:
            return tree


def flat_cuts(rng: Random) -> Question:
    return skipped(_with_cut(rng, FLAT))


def tall_cuts(rng: Random) -> Question:
    return skipped(_with_cut(rng, TALL))


def passed_down(rng: Random) -> Question:
    """The window of a node that has α or β from two levels above it."""
    while True:
        tree = made(rng, (*TALL, *DEEP))
        found = alpha_beta(tree)
        if inherited := [one for one in found.visits if _from_far_above(tree, one)]:
            break
    visit = rng.choice(inherited)
    node, name = visit.node, visit.node.name
    limits = sorted({float(leaf.value) for leaf in tree.leaves()} | {-inf, inf})
    groups = tuple(
        Group(key, letter, tuple(Option(limit(one), limit(one), one == right) for one in limits))
        for key, letter, right in (("alpha", "α", visit.alpha), ("beta", "β", visit.beta))
    )
    before = [one for one in found.visits if _left_before(found, one, visit)]
    return Question(
        "window",
        f"▲ MAX takes the highest value, ▼ MIN the lowest. Alpha-beta goes from left to right. "
        f"With which window does it enter {name}?",
        ClassicBoard(),
        groups,
        (
            f"Go through everything to the left of {name} first.",
            "α is the best that MAX has at any node above, β the best that MIN has.",
            told(before[0]) if before else f"The node above {name} has found nothing yet.",
        ),
        (
            *(told(one) for one in before),
            f"So {name} is entered with α {limit(visit.alpha)} and β {limit(visit.beta)}. "
            f"{_origin(tree, node, visit)}",
        ),
        numbers=tree,
    )


def path_to(tree: NumberTree, name: str) -> tuple[NumberTree, ...]:
    """The nodes from the top down to ``name``."""
    if tree.name == name:
        return (tree,)
    for child in tree.children:
        if child.children and (rest := path_to(child, name)):
            return (tree, *rest)
    return ()


def _from_far_above(tree: NumberTree, visit: Visit) -> bool:
    """Whether a limit of the node comes from two levels above it, or more."""
    path = path_to(tree, visit.node.name)
    if len(path) < 3:
        return False
    grandparent = path[-3]
    return isfinite(visit.alpha if grandparent.maximises else visit.beta)


def _left_before(found: Searched, one: Visit, visit: Visit) -> bool:
    order = [each.node.name for each in found.visits]
    inside = {each.name for each in visit.node.nodes()}
    return order.index(one.node.name) < order.index(visit.node.name) and (
        one.node.name not in inside
    )


def _origin(tree: NumberTree, node: NumberTree, visit: Visit) -> str:
    above = path_to(tree, node.name)[-3]
    letter, value = ("α", visit.alpha) if above.maximises else ("β", visit.beta)
    return f"{letter} {limit(value)} is passed down through {path_to(tree, node.name)[-2].name}."


def equality(rng: Random) -> Question:
    """How many leaves are entered if equality cuts, and if it does not."""
    while True:
        tree = made(rng, (*FLAT, *TALL))
        cut, strict = alpha_beta(tree), alpha_beta(tree, at_equality=False)
        if len(cut.skipped) > len(strict.skipped):
            break
    total = len(tree.leaves())
    counts = range(max(2, total - 6), total + 1)
    groups = tuple(
        Group(
            key,
            label,
            tuple(Option(str(one), number(one), one == total - len(run.skipped)) for one in counts),
        )
        for key, label, run in (("equal", "cuts if α ≥ β", cut), ("more", "cuts if α > β", strict))
    )
    tie = next(
        one
        for one in cut.visits
        if one.skipped and one.value == (one.beta if one.node.maximises else one.alpha)
    )
    return Question(
        "window",
        "How many leaves does alpha-beta enter here, from left to right, if it cuts as soon as α "
        "is β or more? And if it cuts only when α is more than β?",
        ClassicBoard(),
        groups,
        (
            "Look for a node that finds exactly the limit it was entered with.",
            f"That happens at {tie.node.name}.",
            told(tie),
        ),
        (
            f"{told(tie)} A search that cuts only beyond equality goes on there.",
            f"It enters {number(total - len(strict.skipped))} leaves, the other "
            f"{number(total - len(cut.skipped))}. Both find {limit(cut.value)} at the top.",
        ),
        numbers=tree,
    )


# --- the lesson ---


def windows() -> Content:
    board = position(WATCH)
    looked_at = parse_cell("a3", board.SHAPE)
    a3 = board.make_move(looked_at)
    earlier = [cell for cell in board.available_moves() if cell < looked_at]
    best = min(earlier, key=lambda cell: points(board.make_move(cell)))
    has, source = points(board.make_move(best)), board.cell_name(best)
    tree, tie = _lesson_tree(2), _lesson_tree(5)
    by_name = {one.node.name: one for one in alpha_beta(tree).visits}
    deep, last, first = by_name["E"], by_name["F"], by_name["B"]
    entered = [
        number(len(tie.leaves()) - len(alpha_beta(tie, at_equality=one).skipped))
        for one in (True, False)
    ]
    return Content(
        idea=(
            "So far X looked for a move and O replied. The other way round the same holds with the "
            "signs turned. Where O moves, β is the best that O has by now: the lowest value. When "
            "O looks at a move and X finds a reply that is worth β or more, O does without the "
            "move, and the other replies of X are skipped. That is a β-cut; the cuts of the last "
            "lesson are α-cuts.",
            "α and β together are the window. The search enters the first position with α −∞ and β "
            "+∞ and passes its window down: every move is entered with the α and β that its "
            "position has by then. There O may lower β, X may raise α. So what X has at the top "
            "cuts replies two, three and more plies below.",
            "Values can be any numbers. A search that stops before the end guesses a value for the "
            "position where it stops, such as +3 or −7. Nothing changes: the higher number is "
            "better for the side called MAX, the lower one for MIN. A position in a tree is called "
            "a node; one below which the search does not go is a leaf.",
        ),
        touch=Touch(
            f"X to move, after a3. O has {worth(has)} from {source}: β is {worth(has)}. Touch a "
            "reply to see its value and what α would be.",
            a3,
            legal(a3),
            lambda cell: _alpha(a3, cell, has),
        ),
        question=skipped(tree),
        meaning=(
            f"{told(deep)} That {limit(deep.alpha)} was found at {first.node.name}, on the other "
            f"side of the tree, and came down from A through C and D. {told(last)} There the limit "
            "is one of MIN, found just before: a β-cut.",
            "α and β may also meet: a move is worth exactly what one has already. This course cuts "
            "then, because an equal move gains nothing. Some courses and programs cut only when α "
            "is more than β. Both find the same value at the top. With a 5 in place of the 2 in "
            f"leaf 3, the first enters {entered[0]} leaves and the second {entered[1]}.",
            "There is one trap in it: after a cut the value of a move is only a bound, at most or "
            "at least so much. A program that collects all equally good moves, to choose among "
            "them, may take a bound for a value and choose a worse move. It has to keep the first "
            "best move, or cut only beyond equality.",
        ),
        keep="Between α and β is what both sides still have to settle. No room left, no search.",
        watch=WATCH,
    )


def _alpha(board: Board, cell: int, beta: int) -> str:
    value, name = points(board.make_move(cell)), board.cell_name(cell)
    if value >= beta:
        end = f"α would be {worth(value)}, not below β {worth(beta)}: O does without a3, a β-cut."
    else:
        end = f"α would be {worth(value)}, below β {worth(beta)}: the next reply is entered."
    return f"{name} is worth {worth(value)}. {end}"


MAKERS: dict[str, tuple[Callable[[Random], Question], ...]] = {
    "window": (cut_exercises.beta_cuts, flat_cuts, tall_cuts, passed_down, equality),
}
