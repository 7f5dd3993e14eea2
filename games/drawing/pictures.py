"""Positions as PNG: the board alone, and the card that a link to a page is shown with.

Both are our own drawings (``games.drawing.marks``) turned into pixels by resvg, so a mark is the
same stroke everywhere: 15 KB for a board of 600 pixels, 30 KB for a card. They take 30 and 70 ms of
the interpreter, so they are drawn in the compute pool.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from textwrap import wrap

from games.compute.pool import compute
from games.drawing import boards, marks, pixels
from games.rules import Board

WIDTH, HEIGHT = 1200, 630
"""What the sites that show links crop least."""

DESIGN = "3"
"""To be raised when a card changes its looks: it is part of the address, and cards are kept."""

LEAST, USUAL, MOST = 64, 600, 1200
"""Pixels along the longer edge of a picture of a board."""

INK_2 = "#575d6c"
BOARD, MARGIN, GAP = 450, 90, 80
LEFT = MARGIN + BOARD + GAP
TITLES = ((10, 88), (13, 70), (17, 56))
"""How many letters fit on a line beside the board, by the size of the title."""
TEXT, LETTERS_OF_TEXT = 32, 30


def board_svg(board: Board, size: int) -> str:
    """``board`` as a drawing that stands alone, with a ring round the winning lines."""
    return boards.position_svg(board, colours=marks.PAPER_COLOURS, label=board.notation, size=size)


def card_svg(title: str, text: str, board: Board) -> str:
    """``board`` on paper with a ``title`` and a line of ``text`` beside it."""
    letters, size = _fitting(title)
    lines = wrap(title, letters)[:3]
    small = wrap(text, LETTERS_OF_TEXT)[:2]
    step = size * 9 // 8
    top = (HEIGHT - len(lines) * step - len(small) * 44) // 2 + size - 6
    words = [_line(line, LEFT, top + n * step, size, marks.INK) for n, line in enumerate(lines)]
    below = top + (len(lines) - 1) * step + 58
    words += [_line(line, LEFT, below + n * 44, TEXT, INK_2) for n, line in enumerate(small)]
    width, height = (
        edge * BOARD // marks.CELL // board.SHAPE.longer for edge in marks.extent(board.SHAPE)
    )
    x, y = MARGIN + (BOARD - width) // 2, MARGIN + (BOARD - height) // 2
    drawn = board_svg(board, BOARD).replace("<svg ", f'<svg x="{x}" y="{y}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="{marks.PAPER}"/>'
        f"{drawn}{''.join(words)}{_signature()}</svg>"
    )


def _line(text: str, x: int, y: int, size: int, colour: str) -> str:
    said = escape(text)
    return (
        f'<text x="{x}" y="{y}" font-family="{pixels.SERIF}" font-size="{size}" fill="{colour}">'
        f"{said}</text>"
    )


def _fitting(title: str) -> tuple[int, int]:
    """Letters a line and size of ``title``: the largest in which it takes at most two lines."""
    fits = (one for one in TITLES if len(wrap(title, one[0])) <= 2)
    return next(fits, TITLES[-1])


def _signature() -> str:
    """The name of the site, as the head of each page writes it."""
    x, o = (f'<tspan fill="{marks.PAPER_COLOURS[seat]}">{seat.lower()}</tspan>' for seat in "XO")
    return (
        f'<text x="{LEFT}" y="{HEIGHT - MARGIN + 8}" font-family="{pixels.SERIF}" font-size="46"'
        f' letter-spacing="-1" fill="{marks.INK}">O{x}{o}</text>'
    )


@lru_cache(maxsize=256)
def png(svg: str) -> bytes:
    """The picture of a drawing, as large as the drawing says it is. Raises Busy."""
    return compute(pixels.draw, svg)
