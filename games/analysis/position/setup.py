"""Setting up a position cell by cell. On the way it need not be one that play can reach."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse

from games.analysis.variations import plain, slug_of
from games.presenters import cell_label
from games.rules import VARIANTS, BadNotation, Board


@dataclass(frozen=True, slots=True)
class Draft:
    """Cells and a seat to act in the letters of a game's notation."""

    kind: type[Board]
    cells: str
    side: str
    reading: str = ""

    @property
    def notation(self) -> str:
        return " ".join(part for part in (self.cells, self.side, self.reading) if part)

    @property
    def url(self) -> str:
        return reverse("analysis:setup", args=[self.notation.replace(" ", "_")])

    @property
    def letters(self) -> str:
        """What may stand on a cell, in the order a click goes through."""
        return "." + "".join(seat[0] for seat in self.kind.RIVALS)

    def clicked(self, cell: int) -> Draft:
        """This draft with what stands on ``cell`` gone on by one."""
        letters = self.letters
        after = letters[(letters.index(self.cells[cell]) + 1) % len(letters)]
        return replace(self, cells=self.cells[:cell] + after + self.cells[cell + 1 :])

    def board(self) -> Board:
        """The position it is. Raises BadNotation if no play leads to it."""
        return self.kind.from_notation(self.notation)


def draft(text: str) -> Draft:
    """Read a draft. Raises BadNotation for what is not even that."""
    cells, side, *reading = [*plain(text).split(" "), ""]
    for kind in VARIANTS.values():
        made = Draft(kind, cells, side, "=" if reading[:1] == ["="] else "")
        sides = {seat[0] for seat in kind.SEATS}
        if len(cells) == kind.CELLS and not set(cells) - set(made.letters) and side in sides:
            return made
    raise BadNotation(f"{plain(text)!r} is no position of any game here")


def page(made: Draft) -> dict[str, Any]:
    """What the page draws: cells that lead on, who may act, and whether it can arise."""
    names = {seat[0]: seat for seat in made.kind.SEATS}
    cells = []
    for index, letter in enumerate(made.cells):
        mark = names.get(letter, "")
        after = names.get(made.clicked(index).cells[index], "empty")
        cells.append(
            {
                "mark": mark,
                "label": f"{cell_label(made.kind.SHAPE, index, mark, last=False)}; make it {after}",
                "url": made.clicked(index).url,
            }
        )
    try:
        board, fault = made.board(), ""
    except BadNotation as error:
        board, fault = None, str(error)
    return {
        "rows": made.kind.SHAPE.in_rows(cells),
        "sides": [
            {"name": seat, "url": replace(made, side=seat[0]).url, "on": seat[0] == made.side}
            for seat in made.kind.SEATS
        ],
        "shape": made.kind.SHAPE,
        "url": reverse("analysis:position", args=[slug_of(board)]) if board else "",
        "fault": fault,
        "empty": replace(made, cells="." * len(cells), side=made.kind.SEATS[0][0]).url,
        "notation": made.notation,
        "title": made.kind.TITLE,
    }
