"""What a database does for the statements of a page: rows it looks at, tables it goes through."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

LARGE = (
    *("games_game", "games_seat", "games_ratingchange"),
    *("progress_attempt", "progress_meeting", "progress_tally"),
)
"""Tables that no request may read from end to end."""

Statement = tuple[str, Any]


@contextmanager
def recorded() -> Iterator[list[Statement]]:
    """The statements that are sent within."""
    found: list[Statement] = []

    def keep(run: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        found.append((sql, params))
        return run(sql, params, many, context)

    with connection.execute_wrapper(keep):
        yield found


def examined(statements: list[Statement]) -> tuple[int | None, list[str]]:
    """The rows that PostgreSQL looked at for the statements, and the large tables it scanned."""
    if connection.vendor != "postgresql":
        return None, sorted(
            {t for sql, params in statements for t in _scanned_by_sqlite(sql, params)}
        )
    rows, scanned = 0, set[str]()
    for sql, params in statements:
        if not sql.lstrip("( ").upper().startswith("SELECT"):
            continue
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sql}", params)
            found = cursor.fetchone()[0]
        plan = json.loads(found) if isinstance(found, str) else found
        for node in _nodes(plan[0]["Plan"]):
            if "Relation Name" in node or "Index Name" in node:
                removed = node.get("Rows Removed by Filter", 0)
                rows += round((node["Actual Rows"] + removed) * node["Actual Loops"])
            if node["Node Type"].endswith("Seq Scan") and node["Relation Name"] in LARGE:
                scanned.add(node["Relation Name"])
    return rows, sorted(scanned)


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for inner in plan.get("Plans", ()):
        yield from _nodes(inner)


def _scanned_by_sqlite(sql: str, params: Any) -> Iterator[str]:
    if not sql.upper().startswith("SELECT"):
        return
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        steps = [detail.split() for *_, detail in cursor.fetchall()]
    if " LIMIT " in sql and " WHERE " not in sql and not any("TEMP" in step for step in steps):
        return  # the newest rows, in the order in which they lie
    for step in steps:
        if step[0] == "SCAN" and step[1] in LARGE and "INDEX" not in step:
            yield step[1]
