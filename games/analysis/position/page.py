"""What the analysis page shows of a position."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis import analysis_cache, results, variations
from games.analysis.forms import NotationForm
from games.analysis.player.methods import methods_for
from games.analysis.position import board as drawing
from games.analysis.position import compare, counts, engine_figures, formal, move_rows, numbers
from games.analysis.position import facts as known
from games.analysis.position import proof as proofs
from games.analysis.position.figures.figure import Figure
from games.analysis.reasons.on_board import ShownData
from games.analysis.review import score_sheet
from games.analysis.tree.counted import is_counted
from games.analysis.tree.search_show import is_drawable
from games.analysis.variations import Variation
from games.engines import Engine, engines_for, solution_of
from games.engines.answers import Answer
from games.engines.sides import has_side
from games.rules import VARIANTS, Board


@dataclass(frozen=True, slots=True)
class Steps:
    """Where the stepper leads; an empty address where it cannot."""

    first: str
    previous: str
    next: str
    last: str


@dataclass(frozen=True, slots=True)
class GameLink:
    """A game with the address of its first position."""

    title: str
    variant: str
    url: str


@dataclass(frozen=True, slots=True)
class Asked:
    """An engine's number for the cell ``name``, with the address at which the page explains it."""

    name: str
    number: str
    url: str


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """The page of a position.

    ``focus`` is the engine whose numbers lie above the true results on the board; with None the
    page shows the results alone, in ``moves`` too. What belongs to the engine in focus
    (``number_note``, ``whys``, ``line``, ``figures``) is empty then.

    ``here`` is the exact result, ``scale_at`` its place on the scale of the key. ``tail`` is what
    an address needs to keep the line on which the position stands, and ``judged`` is the review
    of that line, on which the board is ``at`` so many moves. ``proof`` says why a move has its
    result, or its number if an engine is in focus; ``why_here`` leads to the one of the position.
    ``shown`` is what the page can show on its board, by the name of the button.
    """

    board: Board
    slug: str
    rows: drawing.Rows
    solved: bool
    here: results.Result
    scale_at: float
    verdict: str
    sentence: str
    facts: list[known.Fact]
    flips: list[drawing.Flip]
    searchable: bool
    has_tree: bool
    tail: str
    steps: Steps
    engines: list[compare.EngineRow]
    summary: str
    focus: Engine | None
    number_note: str
    whys: list[Asked]
    truth_url: str
    moves: list[move_rows.MoveRow]
    has_why: bool
    has_best: bool
    line: list[compare.Step]
    figures: list[Figure]
    state: formal.FormalState | None
    games: list[GameLink]
    form: NotationForm
    proof: proofs.Proof | None
    why_here: str
    shown: dict[str, ShownData]
    judged: list[score_sheet.Row]
    at: int


def page(variation: Variation, wanted: str, asked: str = "") -> AnalysisPage:
    """The page of the position that ``variation`` stands at.

    ``wanted`` is the slug of the engine in focus, if it is one that answers here. ``asked`` names
    the cell whose result is to be proved, or the count of positions. Raises Busy.
    """
    here = variation.board
    solution_of(here).make_ready(here)
    analysis, moves = analysis_cache.analysis_of(here), results.moves(here)
    answer = analysis["engines"].get(wanted)
    # Without an engine the board shows the true results alone, and addresses name no engine.
    engine = engines_for(here.VARIANT)[wanted] if answer else None
    slug = engine.slug if engine else ""
    engines = compare.table(variation, analysis, slug)
    move_table = [] if answer else move_rows.rows(variation, moves)
    proof = _proof(variation, engine, answer, asked)
    judged = _judged(variation)
    return AnalysisPage(
        board=here,
        slug=variations.slug_of(here),
        rows=drawing.rows(variation, slug, answer, moves, engine.title if engine else ""),
        solved=solution_of(here).value(here) is not None,
        here=results.Result(results.level(here), here.SEATS),
        scale_at=round(100 + 98 * results.level(here), 1),
        verdict=known.verdict(here),
        sentence=results.sentence(here),
        facts=known.facts(here),
        flips=drawing.flips(here),
        searchable=bool(methods_for(here)),
        has_tree=is_drawable(here) or is_counted(here),
        tail=variation.tail,
        steps=_steps(variation, slug),
        engines=engines,
        summary=compare.summary(here, engines),
        focus=engine,
        number_note=compare.number_note(here, answer) if answer else "",
        whys=_whys(variation, answer, slug) if answer else [],
        truth_url=variation.address(variation.at),
        moves=move_table,
        has_why=any(row.why for row in move_table),
        has_best=any(move.best for move in moves.values()),
        line=compare.line(variation, answer, slug) if answer else [],
        figures=engine_figures.figures(here, answer) if answer else [],
        state=formal.state(here),
        games=games(),
        form=NotationForm({"notation": here.notation}),
        proof=proof,
        why_here=_why_here(variation),
        shown=_shown(move_table, judged, proof),
        judged=judged,
        at=variation.at,
    )


def _proof(
    variation: Variation, engine: Engine | None, answer: Answer | None, asked: str
) -> proofs.Proof | None:
    if not asked:
        return None
    if engine is None or answer is None:
        return proofs.proof(variation, asked)
    if asked == compare.NODES:
        return counts.count_proof(variation, engine, answer)
    return numbers.number_proof(variation, engine, answer, asked)


def _why_here(variation: Variation) -> str:
    """Where the result of the position is proved: at the best move. Chance has none."""
    board = variation.board
    best = solution_of(board).best_moves(board) if has_side(board) else ()
    return compare.why_address(variation, best[0]) if best else ""


def _whys(variation: Variation, answer: Answer, focus: str) -> list[Asked]:
    board = variation.board
    return [
        Asked(
            name=board.cell_name(cell),
            number=compare.own_number(board, answer, cell),
            url=compare.why_address(variation, cell, focus),
        )
        for cell in board.available_moves()
        if str(cell) in answer["values"]
    ]


def _shown(
    moves: list[move_rows.MoveRow], judged: list[score_sheet.Row], proof: proofs.Proof | None
) -> dict[str, ShownData]:
    found = {f"move-{row.name}": row.shown for row in moves}
    found |= {f"row-{row.ply}": row.shown for row in judged}
    found |= {"proof": proof.shown if proof else None}
    return {name: shown for name, shown in found.items() if shown}


def _judged(variation: Variation) -> list[score_sheet.Row]:
    """The review of the line on which the position stands; empty if it is only a position."""
    start = variation.boards[0]
    if not variation.cells or not score_sheet.is_solved(start):
        return []
    moves = score_sheet.judged(start, variation.cells)
    return score_sheet.rows(start, moves)


def _steps(variation: Variation, focus: str) -> Steps:
    last = len(variation.cells)

    def way(at: int) -> str:
        leads = 0 <= at <= last and at != variation.at
        return variation.address(at, engine=focus) if leads else ""

    return Steps(way(0), way(variation.at - 1), way(variation.at + 1), way(last))


def games() -> list[GameLink]:
    """Each game with its first position."""
    starts = [kind.start() for kind in VARIANTS.values()]
    return [GameLink(start.TITLE, start.VARIANT, variations.address(start)) for start in starts]
