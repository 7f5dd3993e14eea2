"""Programs at the board, one move at a time, as the worker plays them."""

from __future__ import annotations

import asyncio
import threading

import pytest

from games.arena import playing
from games.arena.grading import play
from games.models.engines import UploadedEngine
from tests.grading import files


@pytest.mark.long
def test_students_minimax_plays_from_the_empty_board_in_time() -> None:
    """Unpruned it reads half a million positions: its functions remember their answers."""
    start = "......... X"
    cell, seconds = play.move("cs50", files.CS50.encode(), "classic", start, True)
    try:
        assert 0 <= cell < 9
        assert seconds < play.SECONDS
        assert play.move("cs50", files.CS50.encode(), "classic", "X...O.... X", True)[0] in range(9)
    finally:
        play._drop(("cs50", "classic"))


COUNTS = "SEEN = [0]\n\ndef choose(position):\n    SEEN[0] += 1\n    return SEEN[0] - 1\n"


@pytest.mark.long
def test_a_program_is_loaded_anew_before_the_system_ends_its_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(play, "MOST_COMPUTING", 0.0)
    for _ in range(2):
        assert play.move("spent", COUNTS.encode(), "classic", "......... X", False)[0] == 0
    assert ("spent", "classic") not in play._players


@pytest.mark.long
def test_programs_stay_loaded_a_few_at_a_time() -> None:
    source = COUNTS
    for number in range(play.LOADED + 1):
        assert play.move(str(number), source.encode(), "classic", "......... X", False)[0] == 0
    assert len(play._players) == play.LOADED
    assert play.move("1", source.encode(), "classic", "......... X", False)[0] == 1
    assert play.move("0", source.encode(), "classic", "......... X", False)[0] == 0
    for key in list(play._players):
        play._drop(key)


@pytest.mark.parametrize("key", ["\0", "a\0b", "é", "a" * 13, ""])
def test_what_cannot_be_an_id_is_no_engine(key: str) -> None:
    """Without the ``db`` fixture any look at the database fails."""
    assert playing.find("classic", f"outside-{key}") is None


def test_the_event_loop_never_asks_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """States are drawn there: what is known is used, and what is not is read by a thread."""
    readers: list[str] = []

    def read(key: str) -> None:
        readers.append(threading.current_thread().name)

    monkeypatch.setattr(playing, "_read_row", read)
    monkeypatch.setattr(playing, "_rows", {})
    slug = UploadedEngine(id="abc").slug

    async def find() -> None:
        playing.find("classic", slug)

    asyncio.run(find())
    assert [name.startswith("engines") for name in readers] == [True]
    monkeypatch.setattr(playing, "_rows", {slug: (0.0, None)})
    asyncio.run(find())
    assert len(readers) == 1
    playing.find("classic", slug)
    assert readers[1] == threading.current_thread().name
