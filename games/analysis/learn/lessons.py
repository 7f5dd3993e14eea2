"""The lessons in order; the text of each is ``games/templates/analysis/lessons/<slug>.html``."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.learn.exercises import (
    Exercise,
    best,
    forking,
    holding,
    moves_of,
    number_from,
    skipped_after,
)


@dataclass(frozen=True, slots=True)
class Lesson:
    """``gist`` says in a sentence what it teaches; ``board`` is the drawing beside its title."""

    slug: str
    title: str
    gist: str
    board: str
    exercises: tuple[Exercise, ...]


LESSONS = (
    Lesson(
        "lines",
        "Win, block, fork",
        "Three ideas that decide almost every game between people.",
        "X.O.X.O.X O",
        (
            Exercise("X to move. Where does X win at once?", "XX.OO.... X", moves_of("smart")),
            Exercise("O to move. Which cell must O take?", "X..XO.... O", moves_of("smart")),
            Exercise("X to move. Name a cell that forks.", "XO..X...O X", forking),
        ),
    ),
    Lesson(
        "minimax",
        "Minimax",
        "Read every game to its end and assume the best reply each time.",
        "X...O...X O",
        (
            Exercise("O to move. Name a move that keeps the draw.", "X...O...X O", holding),
            Exercise("X to move. Which is the only move that does not lose?", "X.O.X...O X", best),
            Exercise(
                "X to move. In how many plies does X win with best play?",
                "XO..X...O X",
                number_from("minimax", lambda a: a["view"]["plies"][str(a["move"])]),
                asks="number",
            ),
        ),
    ),
    Lesson(
        "alpha-beta",
        "Alpha-beta",
        "Leave a branch as soon as it cannot change the answer.",
        "X.O.X...O X",
        (
            Exercise(
                "Two cells are free. How many positions does minimax visit, this one included?",
                "XOXOOXX.. O",
                number_from("minimax", lambda a: a["nodes"]),
                asks="number",
            ),
            Exercise(
                "Three cells are free. How many positions is it here?",
                "XOXXO.O.. X",
                number_from("minimax", lambda a: a["nodes"]),
                asks="number",
            ),
            Exercise("And which move do both searches choose there?", "XOXXO.O.. X", best),
            Exercise(
                "X has read b1, which loses, and reads a2 next. O may reply b1, c2, a3 or b3, in "
                "that order. Name a reply that alpha-beta skips.",
                "X.O.X...O X",
                skipped_after("a2"),
            ),
        ),
    ),
    Lesson(
        "bitboards",
        "Bitboards",
        "A board is two integers, a line is a mask, and one AND finds a win.",
        "X...X.... O",
        (
            Exercise(
                "Which integer holds the marks of X?",
                "X...O...X O",
                number_from("bitboard", lambda a: a["view"]["integers"]["X"]),
                asks="number",
            ),
            Exercise(
                "Which integer holds the free cells?",
                "XX.OO.... X",
                number_from("bitboard", lambda a: a["view"]["integers"]["free"]),
                asks="number",
            ),
            Exercise("Both sides lack one cell of a line. Where does X move?", "XX.OO.... X", best),
        ),
    ),
    Lesson(
        "linear",
        "The linear engine",
        "Eight scores and one matrix product, and the trap that beats it.",
        "X...O...X O",
        (
            Exercise(
                "O to move. What does the path a1 b2 c3 score?",
                "X...O...X O",
                number_from("linear", lambda a: a["view"]["path_scores"][6]),
                "linear",
                asks="number",
            ),
            Exercise(
                "And what does the cell c1 score?",
                "X...O...X O",
                number_from("linear", lambda a: a["view"]["cell_scores"][2]),
                "linear",
                asks="number",
            ),
            Exercise("It takes a corner. Where should O have gone?", "X...O...X O", holding),
        ),
    ),
    Lesson(
        "heuristics",
        "Heuristics and depth",
        "What to do when there is no time to read to the end.",
        "X.O.X.... O",
        (
            Exercise(
                "What sum does the heuristic of this page give for X?",
                "X.O.X.... O",
                number_from("alphabeta", lambda a: a["view"]["heuristic"]["X"]["total"]),
                "alphabeta",
                asks="number",
            ),
            Exercise(
                "And for O?",
                "X.O.X.... O",
                number_from("alphabeta", lambda a: a["view"]["heuristic"]["O"]["total"]),
                "alphabeta",
                asks="number",
            ),
            Exercise(
                "O to move. Name the best move, with every game read to its end.",
                "X.O.X.... O",
                best,
            ),
        ),
    ),
    Lesson(
        "dstru",
        "DSTRU-TAC-TOE",
        "Three seats, one of them left to chance, and still an exact solution.",
        "T..U............ D",
        (
            Exercise("Tres to move. Where should Tres begin?", "................ T", best),
            Exercise("Uno to move. Which reply is best?", "...T............ U", best),
            Exercise("Tres to move. Where does Tres win at once?", "TTT.UU....U..... T", best),
        ),
    ),
    Lesson(
        "solved",
        "What solved means",
        "A value for every position, and how we can be sure of it.",
        "....X.... O",
        (
            Exercise("O to move. Name a reply that keeps the draw.", "....X.... O", holding),
            Exercise("O to move. And here?", "X........ O", holding),
            Exercise("X to move. O has blundered. How does X win?", "XO....... X", best),
        ),
    ),
)

BY_SLUG = {lesson.slug: lesson for lesson in LESSONS}
