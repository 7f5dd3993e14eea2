"""Sets up a position cell by cell. Until it is done, play need not be able to reach it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse

from games.analysis.variations import plain, slug_of
from games.presenters import cell_label
from games.presenters.contexts import Cell
from games.rules import VARIANTS, BadNotation, Board


@dataclass(frozen=True, slots=True)
class Draft:
    """Cells, a seat to act and what follows it, as a game's notation writes them."""

    kind: type[Board]
    cells: str
    side: str
    tail: str

    @property
    def notation(self) -> str:
        return " ".join(part for part in (self.cells, self.side, self.tail) if part)

    @property
    def url(self) -> str:
        return reverse("analysis:setup", args=[self.notation.replace(" ", "_")])

    @property
    def letters(self) -> str:
        """The marks that a cell can have, in the order in which clicks cycle."""
        return "." + "".join(seat[0] for seat in self.kind.RIVALS)

    def clicked(self, cell: int) -> Draft:
        """The draft after cycling ``cell`` to its next mark."""
        letters = self.letters
        after = letters[(letters.index(self.cells[cell]) + 1) % len(letters)]
        return replace(self, cells=self.cells[:cell] + after + self.cells[cell + 1 :])

    def emptied(self) -> Draft:
        """The empty board of the game, with the same optional rule."""
        usual = draft(slug_of(self.kind.start()))
        if self.kind.OPTION is None:
            return usual
        ruled = draft(slug_of(self.kind.start(exact=True)))
        return ruled if self.tail.endswith(ruled.tail.removeprefix(usual.tail)) else usual

    def board(self) -> Board:
        """The position that the draft describes. Raises BadNotation if no play leads to it."""
        return self.kind.from_notation(self.notation)


def draft(text: str) -> Draft:
    """Read a draft from an address. Raises BadNotation."""
    cells, side, tail = (*plain(text).split(" ", 2), "", "")[:3]
    for kind in VARIANTS.values():
        made = Draft(kind, cells, side, tail if tail in kind.TAILS else next(iter(kind.TAILS)))
        sides = {seat[0] for seat in kind.SEATS}
        if len(cells) == kind.CELLS and not set(cells) - set(made.letters) and side in sides:
            return made
    raise BadNotation(f"{plain(text)!r} is no position of any game here")


def page(made: Draft) -> dict[str, Any]:
    """What the page of a draft shows.

    ``url`` leads to the analysis; it is empty if no play leads here, as ``fault`` explains.
    ``empty`` leads to the empty board.
    """
    names = {seat[0]: seat for seat in made.kind.SEATS}
    cells = []
    for index, letter in enumerate(made.cells):
        mark, then = names.get(letter, ""), made.clicked(index)
        after = names.get(then.cells[index], "empty")
        label = f"{cell_label(made.kind.SHAPE, index, mark, last=False)}; make it {after}"
        cells.append(Cell(index, made.kind.cell_name(index), mark, label, url=then.url))
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
        "tails": [
            {"name": words, "url": replace(made, tail=tail).url, "on": tail == made.tail}
            for tail, words in made.kind.TAILS.items()
            if words
        ],
        "shape": made.kind.SHAPE,
        "url": reverse("analysis:position", args=[slug_of(board)]) if board else "",
        "fault": fault,
        "empty": made.emptied().url,
        "notation": made.notation,
        "title": made.kind.TITLE,
    }
