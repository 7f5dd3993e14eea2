"""Each engine's own picture as figures, made of nothing but its ``Choice``.

A figure is a template in ``games/templates/analysis/figures`` and what it draws. Which figures an
engine has follows from what is in its view: a new engine that shows a known thing gets its figure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.analysis.position.compare import bound_reason, own_number
from games.analysis.tree import ladder_figure
from games.analysis.wording import cells, number, plies, signed
from games.engines.sides import read, reader
from games.rules import Board

Answer = Mapping[str, Any]


def figures(board: Board, answer: Answer, others: Mapping[str, Answer]) -> list[dict[str, Any]]:
    """The figures of one engine's ``answer``; ``others`` are the answers beside it, by slug."""
    drawn = []
    for key, (template, draw) in FIGURES.items():
        if key in answer["view"]:
            shown = draw(board, answer, others)
            if shown:
                drawn.append({"template": f"analysis/figures/{template}.html", **shown})
    return drawn


def _rule(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    view = answer["view"]
    if view["rule"] in ("table", "search"):
        return {}  # those have figures of their own
    found = [
        {"name": name, "cells": cells(board, view[key]) or "none"}
        for key, name in (("wins", "Wins at"), ("blocks", _block_name(view)))
        if key in view
    ]
    return {"rule": view["rule"], "found": found, "count": len(answer["candidates"])}


def _block_name(view: Mapping[str, Any]) -> str:
    """A win at once ends the game, so beside one nothing has to be blocked."""
    return "No need to block at" if view.get("wins") else "Must block at"


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
                "value": own_number(board, answer, int(cell)),
                "plies": plies(far[cell]) or "beyond its horizon",
                "reason": bound_reason(answer, int(cell)),
                "best": int(cell) in answer["candidates"],
            }
            for cell in answer["values"]
        ],
        "seat": reader(board, answer["values_for"]),
        "estimated": answer["estimated"],
    }


def _evaluation(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    return {
        "rows": [
            {"seat": seat, "right": signed(both["corrected"]), "printed": signed(both["printed"])}
            for seat, both in answer["view"]["evaluation"].items()
        ]
    }


def _pruning(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    used = answer["view"]["techniques"]
    on = [name for name, setting in used.items() if setting is True]
    return {"ladder": ladder_figure.figure(board), "techniques": on, "horizon": used["depth"]}


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
                "value": own_number(board, answer, int(cell)),
                "count": len(replies),
                "replies": cells(board, replies) or "–",
                "best": int(cell) in answer["candidates"],
            }
            for cell, replies in losing.items()
        ],
        "of": len(losing) - 1,
        "seat": reader(board, answer["values_for"]),
    }


def _wishes(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    wishes = answer["view"]["wishes"]
    rows = [
        {
            "name": board.cell_name(int(cell)),
            "best": int(cell) in answer["candidates"],
            "values": [{"value": _wished(board, wish, cell)} for wish in wishes],
        }
        for cell in wishes[0]["values"]
    ]
    return {"titles": [_wish_title(board, wish) for wish in wishes], "rows": rows}


def _wish_title(board: Board, wish: Mapping[str, Any]) -> str:
    """An expectation says for whom; where nothing is left to chance the endings name the winner."""
    if wish["ends_at_ply"]:
        return str(wish["title"])
    return f"Expected for {reader(board, wish['side'])}, Dos neutral"


def _wished(board: Board, wish: Mapping[str, Any], cell: str) -> str:
    value = wish["values"][cell]
    if not wish["ends_at_ply"]:
        return signed(read(board, wish["side"], value), 4)
    return f"{_winner(board, wish['side'], value)}, ply {wish['ends_at_ply'][cell]}"


def _winner(board: Board, side: str, value: float) -> str:
    """How the game ends that is worth ``value`` to ``side``; Dos wants a full grid."""
    players = board.RIVALS
    if side not in players:
        return "full grid" if value > 0 else "a pattern"
    if not value:
        return "full grid"
    return f"{side if value > 0 else players[1 - players.index(side)]} wins"


def _guess(board: Board, answer: Answer, _: Any) -> dict[str, Any]:
    return {
        "aim": answer["view"]["aim"],
        "guess": signed(read(board, answer["view"]["guess_for"], answer["view"]["guess"])),
        "guess_for": reader(board, answer["view"]["guess_for"]),
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
    """The position as the document of its game defines it, where one does by sets."""
    formal = board.formal()
    if not formal:
        return None
    sets = [
        {"name": name, "members": ", ".join(f"({x},{y})" for x, y in members)}
        for name, members in formal.items()
        if isinstance(members, tuple)
    ]
    booleans = [
        {"name": name, "value": value} for name, value in formal.items() if isinstance(value, bool)
    ]
    return {"sets": sets, "booleans": booleans}
