"""Each engine's own picture as figures, made of nothing but its answer.

Which figures an engine has follows from what is in its ``View``: a new engine that shows a known
part gets its figure. A figure is what its template in ``templates/analysis/figures`` draws.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.analysis import preferred
from games.analysis.position.compare import bound_reason, own_number
from games.analysis.tree import savings
from games.analysis.wording import cells, digits, names, number, plies, signed
from games.engines.answers import Answer
from games.engines.sides import read, reader
from games.engines.view import MaskedMarks
from games.rules import Board

Figure = dict[str, Any]


def figures(board: Board, answer: Answer) -> list[Figure]:
    """The figures of one engine's ``answer``, each with its ``template``."""
    return [
        {"template": f"analysis/figures/{template}.html", **shown}
        for part, (template, draw) in FIGURES.items()
        if part in answer["view"] and (shown := draw(board, answer)) is not None
    ]


# --- the linear engine ---


def _matrices(board: Board, answer: Answer) -> Figure:
    """c = Pᵀs on this board; ``terms`` add up to the ``sum`` that is the score of ``move``."""
    view, move, free = answer["view"], answer["move"], board.available_moves()
    paths: list[Figure] = []
    for index, bits in enumerate(view["P"]):
        on = [cell for cell, bit in enumerate(bits) if bit]
        paths.append(
            {
                "index": index,
                "bits": bits,
                "cells": " ".join(map(str, on)),
                "names": names(board, on),
                "own": number(view["own_occupancy"][index]),
                "total": number(view["total_occupancy"][index]),
                "score": number(view["path_scores"][index]),
            }
        )
    scored = [
        {
            "cell": cell,
            "name": board.cell_name(cell),
            "state": number(view["state"][cell]),
            "score": number(score),
            "free": cell in free,
            "best": cell in answer["candidates"],
        }
        for cell, score in enumerate(view["cell_scores"])
    ]
    return {
        "paths": paths,
        "cells": scored,
        "move": board.cell_name(move),
        "terms": [
            {"path": path["index"], "score": path["score"]} for path in paths if path["bits"][move]
        ],
        "sum": number(view["cell_scores"][move]),
    }


def _refusals(board: Board, answer: Answer) -> Figure:
    refused = answer["view"]["refused"].items()
    rows = [
        {"reason": why.capitalize(), "cells": cells(board, at) or "none"} for why, at in refused
    ]
    return {"rows": rows}


# --- searches ---


def _values(board: Board, answer: Answer) -> Figure:
    """The value of each move for ``seat``; ``reason`` says why one is only a bound."""
    far = answer["view"]["plies"]
    rows = [
        {
            "name": board.cell_name(int(cell)),
            "value": own_number(board, answer, int(cell)),
            "plies": plies(far[cell]) or "beyond its horizon",
            "reason": bound_reason(answer, int(cell)),
            "best": int(cell) in answer["candidates"],
        }
        for cell in answer["values"]
    ]
    seat = reader(board, answer["values_for"])
    return {"rows": rows, "seat": seat, "estimated": answer["estimated"]}


def _pruning(board: Board, answer: Answer) -> Figure:
    """The ladder of techniques, those in use, and the depth that the search is limited to."""
    used = answer["view"]["techniques"]
    depth = used["depth"]
    return {
        "ladder": savings.table(board),
        "techniques": [name for name, setting in used.items() if setting is True],
        "horizon": depth if isinstance(depth, int) else None,
    }


def _heuristic(board: Board, answer: Answer) -> Figure:
    """The heuristic of document 004, term by term; ``centre`` and ``total`` by seat."""
    sides = [answer["view"]["heuristic"][seat] for seat in board.SEATS]
    lines = [
        {
            "cells": " ".join(map(str, first["cells"])),
            "names": names(board, first["cells"]),
            "own": first["own"],
            "other": first["other"],
            "first": signed(first["term"]),
            "second": signed(second["term"]),
        }
        for first, second in zip(*(side["lines"] for side in sides), strict=True)
    ]
    return {
        "seats": board.SEATS,
        "lines": lines,
        "centre": [signed(side["centre"]) for side in sides],
        "total": [signed(side["total"]) for side in sides],
    }


def _evaluations(board: Board, answer: Answer) -> Figure:
    """Formula 4 for each seat, as it should be and as it is printed."""
    both = answer["view"]["evaluation"].items()
    return {
        "rows": [
            {"seat": seat, "right": signed(one["corrected"]), "printed": signed(one["printed"])}
            for seat, one in both
        ]
    }


def _guess(board: Board, answer: Answer) -> Figure:
    """A search that stops early; ``waiting`` says so if it stands in for the tablebase."""
    view = answer["view"]
    return {
        "aim": view["aim"],
        "guess": signed(read(board, view["guess_for"], view["guess"])),
        "guess_for": reader(board, view["guess_for"]),
        "depth": plies(answer["depth"]),
        "nodes": number(answer["nodes"]),
        "hits": number(answer["table_hits"]),
        "skipped": number(answer["cutoffs"]),
        "waiting": view.get("table", ""),
    }


def _visits(board: Board, answer: Answer) -> Figure:
    """The games that began with each move, most first, and the share of the points in them."""
    visits = answer["view"]["visits"]
    rows = [
        {
            "name": board.cell_name(int(cell)),
            "games": number(games),
            "share": round(50 + answer["values"][cell] / 2),
            "best": int(cell) == answer["move"],
        }
        for cell, games in sorted(visits.items(), key=lambda one: -one[1])
    ]
    return {"rows": rows, "games": number(answer["nodes"]), "seat": board.to_move}


# --- engines that know the solution ---


def _traps(board: Board, answer: Answer) -> Figure:
    """Losing replies to each move, out of so many; values are for ``seat``."""
    losing = answer["view"]["losing_replies"]
    rows = [
        {
            "name": board.cell_name(int(cell)),
            "value": own_number(board, answer, int(cell)),
            "count": len(replies),
            "replies": cells(board, replies) or "–",
            "best": int(cell) in answer["candidates"],
        }
        for cell, replies in losing.items()
    ]
    return {"rows": rows, "of": len(losing) - 1, "seat": reader(board, answer["values_for"])}


def _preferences(board: Board, answer: Answer) -> Figure:
    """What an engine looks for first, second and so on, a column each."""
    found = answer["view"]["wishes"]
    rows = [
        {
            "name": board.cell_name(int(cell)),
            "best": int(cell) in answer["candidates"],
            "values": [preferred.value(board, one, cell) for one in found],
        }
        for cell in found[0]["values"]
    ]
    return {"titles": [preferred.title(board, one) for one in found], "rows": rows}


# --- engines that follow rules ---


def _rule(board: Board, answer: Answer) -> Figure | None:
    """The ``rule`` that fired, the cells that the rules looked at, and how many it left."""
    view = answer["view"]
    if view["rule"] in ("table", "search"):
        return None  # those have figures of their own
    # A win at once ends the game, so beside one nothing has to be blocked.
    block = "No need to block at" if view.get("wins") else "Must block at"
    found = [
        {"name": name, "cells": cells(board, which) or "none"}
        for name, which in (("Wins at", view.get("wins")), (block, view.get("blocks")))
        if which is not None
    ]
    return {"rule": view["rule"], "found": found, "count": len(answer["candidates"])}


# --- the position as integers and masks (document 003) ---


def _bits(board: Board, answer: Answer) -> Figure:
    view = answer["view"]
    integers = [
        {"name": name, "value": value, "bits": digits(value)}
        for name, value in view["integers"].items()
    ]
    return {"integers": integers, "masks": [_mask(marks) for marks in view["masks"]]}


def _mask(marks: MaskedMarks) -> dict[str, Any]:
    """A line as a mask, what each side has of it, and what that means (``said``)."""
    mask = marks["mask"]
    return {
        "mask": mask,
        "bits": digits(mask),
        "cells": " ".join(str(cell) for cell in range(9) if mask >> cell & 1),
        "x": digits(marks["X"]),
        "o": digits(marks["O"]),
        "said": _meaning(marks["X"].bit_count(), marks["O"].bit_count()),
    }


def _meaning(x: int, o: int) -> str:
    """What one ``&`` with a mask tells, by the marks that each side has on the line."""
    for seat, own, other in (("X", x, o), ("O", o, x)):
        if own == 3:
            return f"{seat} & mask = mask: won"
        if own == 2 and not other:
            return f"{seat} lacks one"
    return "both on it: dead" if x and o else ""


FIGURES: dict[str, tuple[str, Callable[[Board, Answer], Figure | None]]] = {
    "P": ("matrices", _matrices),
    "refused": ("refused", _refusals),
    "techniques": ("pruning", _pruning),
    "integers": ("bits", _bits),
    "losing_replies": ("traps", _traps),
    "wishes": ("preferences", _preferences),
    "guess": ("guess", _guess),
    "visits": ("visits", _visits),
    "plies": ("values", _values),
    "heuristic": ("heuristic", _heuristic),
    "evaluation": ("evaluation", _evaluations),
    "rule": ("rule", _rule),
}
"""The parts that a view may have, in the order of the page: the template and what fills it."""
