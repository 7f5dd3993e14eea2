"""Both sides of alpha-beta: β-cuts, windows that are passed down, any numbers, and equality."""

from __future__ import annotations

from math import inf, isfinite
from random import Random

from games.analysis.learn import texts
from games.analysis.learn.course import cut_exercises
from games.analysis.learn.facts import points, position, worth
from games.analysis.learn.lesson import Content, Course
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
from games.analysis.learn.questions import AnswerOption, Group, Question
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
    first = found.visits[0]
    cut = next((f"The first cutoff is at {v.node.name}." for v in found.visits if v.skipped), "")
    words = texts.exercise(
        "skipped",
        node=first.node.name,
        told=told(first),
        cut=cut or "It is possible that nothing is skipped.",
    )
    options = []
    for leaf in tree.leaves():
        left_out = leaf.name in found.skipped
        why = "skipped" if left_out else "entered"
        options.append(AnswerOption(leaf.name, f"Leaf {leaf.name}", left_out, why))
    group = Group("", words.ask, tuple(options), several=True)
    because = (*map(told, found.visits), _sum(found, tree))
    return Question(
        "leaves", ClassicBoard(), (group,), *words._replace(because=because), numbers=tree
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
    name = visit.node.name
    limits = sorted({float(leaf.value) for leaf in tree.leaves()} | {-inf, inf})
    groups = tuple(
        _choices(key, letter, {limit(one): limit(one) for one in limits}, limit(right))
        for key, letter, right in (("alpha", "α", visit.alpha), ("beta", "β", visit.beta))
    )
    before = [told(one) for one in found.visits if _left_before(found, one, visit)]
    first = before[0] if before else f"The node above {name} has found nothing yet."
    window = f"So {name} is entered with α {limit(visit.alpha)} and β {limit(visit.beta)}."
    words = texts.exercise("passed_down", name=name, before=first)
    because = (*before, f"{window} {_origin(tree, visit)}")
    return Question(
        "window", ClassicBoard(), groups, *words._replace(because=because), numbers=tree
    )


def _choices(key: str, label: str, texts: dict[str, str], right: str) -> Group:
    options = (AnswerOption(one, text, one == right) for one, text in texts.items())
    return Group(key, label, tuple(options))


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
    return len(path) > 2 and isfinite(visit.alpha if path[-3].maximises else visit.beta)


def _left_before(found: Searched, one: Visit, visit: Visit) -> bool:
    order = [each.node.name for each in found.visits]
    inside = {each.name for each in visit.node.nodes()}
    return order.index(one.node.name) < order.index(visit.node.name) and (
        one.node.name not in inside
    )


def _origin(tree: NumberTree, visit: Visit) -> str:
    *_, above, parent, _ = path_to(tree, visit.node.name)
    letter, value = ("α", visit.alpha) if above.maximises else ("β", visit.beta)
    return f"{letter} {limit(value)} is passed down through {parent.name}."


def equality(rng: Random) -> Question:
    """How many leaves are entered if equality cuts, and if it does not."""
    while True:
        tree = made(rng, (*FLAT, *TALL))
        cut, strict = alpha_beta(tree), alpha_beta(tree, at_equality=False)
        if len(cut.skipped) > len(strict.skipped):
            break
    total = len(tree.leaves())
    entered = [total - len(run.skipped) for run in (cut, strict)]
    counts = range(max(2, total - 6), total + 1)
    groups = tuple(
        _choices(key, label, {str(one): number(one) for one in counts}, str(right))
        for key, label, right in zip(
            ("equal", "more"), ("cuts if α ≥ β", "cuts if α > β"), entered, strict=True
        )
    )
    tie = next(
        one
        for one in cut.visits
        if one.skipped and one.value == (one.beta if one.node.maximises else one.alpha)
    )
    words = texts.exercise(
        "equality",
        node=tie.node.name,
        told=told(tie),
        equal=number(entered[0]),
        strict=number(entered[1]),
        value=limit(cut.value),
    )
    return Question("window", ClassicBoard(), groups, *words, numbers=tree)


# --- the lesson ---


def windows() -> Content:
    board = position(WATCH)
    looked_at = parse_cell("a3", board.SHAPE)
    a3 = board.make_move(looked_at)
    earlier = [cell for cell in board.available_moves() if cell < looked_at]
    best = min(earlier, key=lambda cell: points(board.make_move(cell)))
    has = points(board.make_move(best))
    tree, tie = _lesson_tree(2), _lesson_tree(5)
    by_name = {one.node.name: one for one in alpha_beta(tree).visits}
    equal, strict = (
        number(len(tie.leaves()) - len(alpha_beta(tie, at_equality=one).skipped))
        for one in (True, False)
    )
    return texts.content(
        "window",
        skipped(tree),
        a3,
        a3.available_moves(),
        lambda cell: _alpha(a3, cell, has),
        has=worth(has),
        source=board.cell_name(best),
        deep=told(by_name["E"]),
        limit=limit(by_name["E"].alpha),
        first=by_name["B"].node.name,
        last=told(by_name["F"]),
        equal=equal,
        strict=strict,
    )


def _alpha(board: Board, cell: int, beta: int) -> str:
    value, name = points(board.make_move(cell)), board.cell_name(cell)
    if value >= beta:
        end = f"α would be {worth(value)}, not below β {worth(beta)}: O does without a3, a β-cut."
    else:
        end = f"α would be {worth(value)}, below β {worth(beta)}: the next reply is entered."
    return f"{name} is worth {worth(value)}. {end}"


COURSE: Course = {
    "window": (windows, (cut_exercises.beta_cuts, flat_cuts, tall_cuts, passed_down, equality))
}
