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
from games.drawing import marks, pixels
from games.rules import Board

CARD = WIDTH, HEIGHT = 1200, 630
"""What the sites that show links crop least."""

DESIGN = "2"
"""To be raised when a card changes its looks: it is part of the address, and cards are kept."""

LEAST, USUAL, MOST = 64, 600, 1200
"""Pixels along the longer edge of a picture of a board."""

INK_2 = "#575d6c"
BOARD, MARGIN, GAP = 450, 90, 80
TITLE, LINE, TEXT = 62, 72, 32
LETTERS, LETTERS_OF_TEXT = 17, 31
"""As many as fit on a line beside the board, in the size of a title and of text."""


def board_svg(board: Board, size: int) -> str:
    """``board`` as a drawing that stands alone, with the winning lines struck through."""
    lines = marks.lines_of(board.outcome.cells, board.LINES) if board.outcome else []
    return marks.board_svg(
        board.marks,
        board.SHAPE,
        lines,
        colours=marks.PAPER_COLOURS,
        label=board.notation,
        size=size,
    )


def card_svg(title: str, text: str, board: Board) -> str:
    """``board`` on paper with a ``title`` and a line of ``text`` beside it."""
    lines = wrap(title, LETTERS)[:3]
    small = wrap(text, LETTERS_OF_TEXT)[:2]
    left = MARGIN + BOARD + GAP
    top = (HEIGHT - len(lines) * LINE - len(small) * 44) // 2 + TITLE - 6
    words = [_line(line, left, top + n * LINE, TITLE, marks.INK) for n, line in enumerate(lines)]
    below = top + len(lines) * LINE - 8
    words += [_line(line, left, below + n * 44, TEXT, INK_2) for n, line in enumerate(small)]
    width, height = (BOARD * edge // max(board.SHAPE) for edge in board.SHAPE)
    x, y = MARGIN + (BOARD - width) // 2, MARGIN + (BOARD - height) // 2
    drawn = board_svg(board, BOARD).replace("<svg ", f'<svg x="{x}" y="{y}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="{marks.PAPER}"/>'
        f"{drawn}{''.join(words)}{_signature(left)}</svg>"
    )


def _line(text: str, x: int, y: int, size: int, colour: str) -> str:
    said = escape(text)
    return (
        f'<text x="{x}" y="{y}" font-family="{pixels.SERIF}" font-size="{size}" fill="{colour}">'
        f"{said}</text>"
    )


def _signature(left: int) -> str:
    """The name of the site, as the head of each page draws it."""
    drawn = [
        f'<g transform="translate({left + n * 42} {HEIGHT - MARGIN - 34}) scale(.34)"'
        f' stroke="{marks.PAPER_COLOURS[mark]}" stroke-width="11" fill="none"'
        f' stroke-linecap="round" stroke-linejoin="round">{marks.strokes(mark)}</g>'
        for n, mark in enumerate("OXO")
    ]
    return "".join(drawn)


@lru_cache(maxsize=256)
def png(svg: str) -> bytes:
    """The picture of a drawing, as large as the drawing says it is. Raises Busy."""
    return compute(pixels.draw, svg)
