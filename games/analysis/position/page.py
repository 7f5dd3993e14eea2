"""What the analysis page shows of a position."""

from __future__ import annotations

from typing import Any

from games.analysis import analysis_cache, results, variations
from games.analysis.forms import NotationForm
from games.analysis.player.methods import methods_for
from games.analysis.position import board as drawing
from games.analysis.position import compare, counts, figures, move_rows, numbers
from games.analysis.position import facts as known
from games.analysis.position import proof as proofs
from games.analysis.reasons.on_board import ShownData
from games.analysis.review import score_sheet
from games.analysis.tree.counted import is_counted
from games.analysis.tree.search_show import is_drawable
from games.analysis.variations import Variation
from games.analysis.wording import listed
from games.engines import Engine, engines_for, solution_of
from games.engines.answers import Analysis, Answer
from games.engines.sides import has_side
from games.rules import VARIANTS, Board


def page(variation: Variation, wanted: str, asked: str = "") -> dict[str, Any]:
    """The page of the position that ``variation`` stands at.

    ``wanted`` is the slug of the engine whose numbers lie above the true results on the board, if
    it is one that answers here (``focus``). Without one the page shows the results alone, in
    ``moves`` too. ``asked`` names the cell whose result, or whose number if an engine is in focus,
    is to be proved, or the count of positions. Raises Busy.
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
    proof, judged = _proof(variation, engine, answer, asked), _judged(variation)
    level, attempt = results.level(here), analysis["attempt"]
    on_board = moves or results.proven(here, attempt)
    return {
        "board": here,
        "slug": variations.slug_of(here),
        "rows": drawing.rows(variation, slug, answer, on_board, engine.title if engine else ""),
        "solved": solution_of(here).value(here) is not None,
        "attempt": attempt,
        "here": results.ExactResult(level, here.SEATS),
        "scale_at": round(100 + 98 * level, 1),  # its place on the scale of the key
        "verdict": known.verdict(here, attempt),
        "sentence": _unproven(here, analysis) if attempt else results.sentence(here),
        "facts": known.facts(here),
        "flips": drawing.flips(here),
        "searchable": bool(methods_for(here)),
        "has_tree": is_drawable(here) or is_counted(here),
        "tail": variation.tail,
        "steps": _steps(variation, slug),
        "engines": engines,
        "plays_out": listed([row["title"] for row in engines if row["plays_out"]]),
        "summary": compare.summary(here, engines),
        "focus": engine,
        "number_note": compare.number_note(here, answer) if answer else "",
        "explanations": _explanations(variation, engine, answer) if engine and answer else [],
        "line": compare.line(variation, answer, slug) if answer else [],
        "figures": figures.figures(here, answer) if answer else [],
        "truth_url": variation.address(variation.at),
        "moves": move_table,
        "has_why": any(row["why"] for row in move_table),
        "has_results": bool(on_board),
        "has_best": any(move.best for move in on_board.values()),
        "state": _state(here),
        "games": games(),
        "form": NotationForm({"notation": here.notation}),
        "proof": proof,
        "why_here": _why_here(variation),
        "shown": _shown(move_table, judged, proof),
        "judged": judged,
        "at": variation.at,
    }


def _unproven(board: Board, analysis: Analysis) -> str:
    """What is known of a position without a solution: a proof, or what an engine thinks."""
    attempt = analysis["attempt"]
    assert attempt is not None
    said = known.read_to(attempt)
    return said if attempt["value"] is not None else f"{said} {known.thought(board, analysis)}"


def _state(board: Board) -> dict[str, Any] | None:
    """The position as the document that defines its game writes it: sets and variables.

    None if no document defines its game by sets.
    """
    formal = board.formal()
    if not formal:
        return None
    truths = {name: value for name, value in formal.items() if isinstance(value, bool)}
    sets = {name: value for name, value in formal.items() if not isinstance(value, bool)}
    return {
        "sets": [
            {"name": name, "members": ", ".join(f"({x},{y})" for x, y in pairs)}
            for name, pairs in sets.items()
        ],
        "booleans": [{"name": name, "value": value} for name, value in truths.items()],
    }


def _proof(
    variation: Variation, engine: Engine | None, answer: Answer | None, asked: str
) -> proofs.MoveProof | None:
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


def _explanations(variation: Variation, engine: Engine, answer: Answer) -> list[dict[str, str]]:
    """An engine's number for each cell that the page can explain, with the address of that."""
    board = variation.board
    return [
        {
            "name": board.cell_name(cell),
            "number": compare.own_number(board, answer, cell),
            "url": compare.why_address(variation, cell, engine.slug),
        }
        for cell in board.available_moves()
        if compare.is_explained(board, engine, answer, cell)
    ]


def _shown(
    moves: list[dict[str, Any]], judged: list[score_sheet.JudgedRow], proof: proofs.MoveProof | None
) -> dict[str, ShownData]:
    """What the page can show on its board, by the name of the button."""
    found = {f"move-{row['name']}": row["shown"] for row in moves}
    found |= {f"row-{row.ply}": row.shown for row in judged}
    found |= {"proof": proof.shown if proof else None}
    return {name: shown for name, shown in found.items() if shown}


def _judged(variation: Variation) -> list[score_sheet.JudgedRow]:
    """The review of the line on which the position stands; empty if it is only a position, and
    where none of its moves can be judged.
    """
    start = variation.boards[0]
    moves = score_sheet.judged(start, variation.cells)
    return score_sheet.rows(start, moves) if any(one.verdict for one in moves) else []


def _steps(variation: Variation, focus: str) -> dict[str, str]:
    """Where the stepper leads; an empty address where it cannot."""
    last, here = len(variation.cells), variation.at
    ways = {"first": 0, "previous": here - 1, "next": here + 1, "last": last}
    return {
        name: variation.address(at, engine=focus) if 0 <= at <= last and at != here else ""
        for name, at in ways.items()
    }


def games() -> list[dict[str, str]]:
    """Each game with its first position."""
    return [
        {"title": kind.TITLE, "variant": kind.VARIANT, "url": variations.address(kind.start())}
        for kind in VARIANTS.values()
    ]
