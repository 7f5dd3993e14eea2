"""Each engine's own picture as figures, made of nothing but its ``Choice``.

A figure is a template in ``templates/glass/figures`` and what it draws. Which figures an engine
has follows from what is in its view, so a new engine that shows a known thing gets its figure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.glass.words import cells, number, plies, signed
from games.rules import Board
from games.rules.dstru import DstruBoard, formal_state

Answer = Mapping[str, Any]


def figures(board: Board, answer: Answer, others: Mapping[str, Answer]) -> list[dict[str, Any]]:
    """The figures of one engine's ``answer``; ``others`` are the answers beside it, by slug."""
    drawn = []
    for key, (template, draw) in FIGURES.items():
        if key in answer["view"]:
            shown = draw(board, answer, others)
            if shown:
                drawn.append({"template": f"glass/figures/{template}.html", **shown})
    return drawn


def _rule(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    view = answer["view"]
    if view["rule"] in ("table", "search"):
        return {}  # those have figures of their own
    found = [
        {"name": name, "cells": cells(board, view[key]) or "none"}
        for key, name in (("wins", "Wins at"), ("blocks", "Must block at"))
        if key in view
    ]
    return {"rule": view["rule"], "found": found, "count": len(answer["candidates"])}


def _matrices(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    view, move = answer["view"], answer["move"]
    columns = zip(
        view["P"],
        view["own_occupancy"],
        view["total_occupancy"],
        view["path_scores"],
        strict=True,
    )
    paths = []
    for index, (row, own, total, score) in enumerate(columns):
        on = [cell for cell, bit in enumerate(row) if bit]
        paths.append(
            {
                "index": index,
                "bits": [{"cell": cell, "bit": bit} for cell, bit in enumerate(row)],
                "cells": " ".join(map(str, on)),
                "names": " ".join(board.cell_name(cell) for cell in on),
                "own": number(own),
                "total": number(total),
                "score": number(score),
            }
        )
    free = set(board.available_moves())
    scores = [
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
    terms = [
        {"path": index, "score": number(view["path_scores"][index])}
        for index, row in enumerate(view["P"])
        if row[move]
    ]
    return {
        "paths": paths,
        "cells": scores,
        "move": board.cell_name(move),
        "terms": terms,
        "sum": number(view["cell_scores"][move]),
    }


def _refused(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    refused = answer["view"]["refused"]
    return {
        "rows": [
            {"reason": reason.capitalize(), "cells": cells(board, which) or "none"}
            for reason, which in refused.items()
        ]
    }


def _values(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    far = answer["view"]["plies"]
    return {
        "rows": [
            {
                "name": board.cell_name(int(cell)),
                "value": signed(value),
                "plies": plies(far[cell]) or "beyond its horizon",
                "best": int(cell) in answer["candidates"],
            }
            for cell, value in answer["values"].items()
        ]
    }


def _evaluation(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    return {
        "rows": [
            {"seat": seat, "right": signed(both["corrected"]), "printed": signed(both["printed"])}
            for seat, both in answer["view"]["evaluation"].items()
        ]
    }


def _pruning(board: Board, answer: Answer, others: Mapping[str, Answer]) -> dict[str, Any]:
    used = answer["view"]["techniques"]
    rows = [
        {"name": title, "nodes": others[slug]["nodes"], "cut": others[slug]["cutoffs"]}
        for slug, title in (
            ("minimax", "Minimax"),
            ("bitboard", "Bitboard"),
            ("alphabeta", "Alpha-beta"),
        )
        if slug in others
    ]
    most = max((row["nodes"] for row in rows), default=1) or 1
    for row in rows:
        row["share"] = max(0.4, round(100 * row["nodes"] / most, 1))
        row["nodes"], row["cut"] = number(row["nodes"]), number(row["cut"])
    on = [name for name, setting in used.items() if setting is True]
    return {"rows": rows, "techniques": on, "horizon": used["depth"]}


def _heuristic(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    sides = answer["view"]["heuristic"]
    first, second = (sides[seat] for seat in board.SEATS)
    lines = [
        {
            "cells": " ".join(map(str, one["cells"])),
            "names": " ".join(board.cell_name(cell) for cell in one["cells"]),
            "own": one["own"],
            "other": one["other"],
            "first": signed(one["term"]),
            "second": signed(two["term"]),
        }
        for one, two in zip(first["lines"], second["lines"], strict=True)
    ]
    return {
        "seats": board.SEATS,
        "lines": lines,
        "centre": [signed(first["centre"]), signed(second["centre"])],
        "total": [signed(first["total"]), signed(second["total"])],
    }


def _bits(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    view = answer["view"]
    integers = [
        {"name": name, "value": value, "bits": bits(value)}
        for name, value in view["integers"].items()
    ]
    masks = []
    for entry in view["masks"]:
        mask = entry["mask"]
        held = {seat: entry[seat].bit_count() for seat in ("X", "O")}
        masks.append(
            {
                "mask": mask,
                "bits": bits(mask),
                "cells": " ".join(str(cell) for cell in range(9) if mask >> cell & 1),
                "x": bits(entry["X"]),
                "o": bits(entry["O"]),
                "said": _match(held),
            }
        )
    return {"integers": integers, "masks": masks}


def bits(value: int) -> str:
    """Nine binary digits, cell 8 first, as the machine would write them."""
    text = f"{value:09b}"
    return f"{text[:3]} {text[3:6]} {text[6:]}"


def _match(held: Mapping[str, int]) -> str:
    """What one ``&`` with a mask tells."""
    for seat, rival in (("X", "O"), ("O", "X")):
        if held[seat] == 3:
            return f"{seat} & mask = mask: won"
        if held[seat] == 2 and not held[rival]:
            return f"{seat} lacks one"
    return "both on it: dead" if held["X"] and held["O"] else ""


def _traps(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    losing = answer["view"]["losing_replies"]
    return {
        "rows": [
            {
                "name": board.cell_name(int(cell)),
                "value": signed(answer["values"][cell]),
                "count": len(replies),
                "replies": cells(board, replies) or "–",
                "best": int(cell) in answer["candidates"],
            }
            for cell, replies in losing.items()
        ],
        "of": len(losing) - 1,
    }


def _wishes(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    wishes = answer["view"]["wishes"]
    rows = [
        {
            "name": board.cell_name(int(cell)),
            "best": int(cell) in answer["candidates"],
            "values": [
                {
                    "value": signed(wish["values"][cell], 4)
                    if not wish["ends_at_ply"]
                    else _ending(wish["values"][cell], wish["ends_at_ply"][cell])
                }
                for wish in wishes
            ],
        }
        for cell in wishes[0]["values"]
    ]
    return {"titles": [wish["title"] for wish in wishes], "rows": rows}


def _ending(value: float, ply: int) -> str:
    word = "wins" if value > 0 else "loses" if value < 0 else "full grid"
    return f"{word}, ply {ply}"


def _guess(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    return {
        "aim": answer["view"]["aim"],
        "guess": signed(answer["view"]["guess"]),
        "depth": plies(answer["depth"]),
        "nodes": number(answer["nodes"]),
        "hits": number(answer["table_hits"]),
        "skipped": number(answer["cutoffs"]),
        "waiting": answer["view"].get("table", ""),
    }


Draw = Callable[[Board, Answer, Mapping[str, Answer]], dict[str, Any]]

FIGURES: dict[str, tuple[str, Draw]] = {
    "P": ("matrices", _matrices),
    "refused": ("refused", _refused),
    "techniques": ("pruning", _pruning),
    "integers": ("bits", _bits),
    "losing_replies": ("traps", _traps),
    "wishes": ("wishes", _wishes),
    "guess": ("guess", _guess),
    "plies": ("values", _values),
    "heuristic": ("heuristic", _heuristic),
    "evaluation": ("evaluation", _evaluation),
    "rule": ("rule", _rule),
}
"""What a view may hold, in the order of the page, with template and maker of its figure."""


def state(board: Board) -> dict[str, Any] | None:
    """The position as document 002 defines it, where that is its game."""
    if not isinstance(board, DstruBoard):
        return None
    formal = formal_state(board)
    sets = [
        {"name": name, "members": ", ".join(f"({x},{y})" for x, y in formal[name])}
        for name in ("Uno", "Dos", "Tres", "F")
    ]
    booleans = [{"name": name, "value": formal[name]} for name in ("turn", "go", "over")]
    return {"sets": sets, "booleans": booleans}
