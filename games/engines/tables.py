"""The complete tables of the solved games as files."""

from __future__ import annotations

import csv
import io
from typing import Any

import numpy as np

from games.engines import SOLUTIONS
from games.engines.options import EngineError

FORMATS = ("npz", "csv", "txt")
"""Arrays for numpy, the same as text, and what the columns are."""

README = """\
{title}: the complete table
{line}

Computed by Oxo. {count:,} positions, a row each. {variant}.npz has an array for each column (numpy:
np.load), {variant}.csv the same as text. Cells are bits: 1 << cell, cell 0 is the top left.

{columns}
"""


def table_file(variant: str, kind: str, exact: bool = False) -> bytes:
    """The table of a game as a file: ``npz``, ``csv``, or ``txt`` for what its columns are.

    Raises EngineError for a game without a table, and for another kind.
    """
    solution = SOLUTIONS.get(variant)
    found = solution.columns(exact=exact) if solution is not None else []
    if not found:
        raise EngineError(f"there is no table of {variant!r}: expected {', '.join(SOLUTIONS)}")
    if kind == "npz":
        file = io.BytesIO()
        arrays: dict[str, Any] = {column.name: column.values for column in found}
        np.savez_compressed(file, **arrays)
        return file.getvalue()
    if kind == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([column.name for column in found])
        writer.writerows(zip(*(column.values.tolist() for column in found), strict=True))
        return text.getvalue().encode()
    if kind == "txt":
        width = max(len(column.name) for column in found)
        lines = [f"{column.name:{width}}  {column.values.dtype}: {column.says}" for column in found]
        title = f"{variant}, the literal reading" if exact else variant
        return README.format(
            title=title,
            line="=" * (len(title) + len(": the complete table")),
            count=len(found[0].values),
            variant=variant,
            columns="\n".join(lines),
        ).encode()
    raise EngineError(f"{kind!r} is no kind of file: expected {', '.join(FORMATS)}")
