"""Draws that anybody can check: with the recipe of the documents, and with the command."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games import services
from games.match import Action, Match, Refused, Seat
from games.match.fairness import LARGEST, SEED, commitment, new_seed
from games.models import Game
from games.queries import selectors
from games.services.verify import verify
from tests import logs
from tests.games.conftest import Play
from tests.markup import html_of
from tests.opening import open_game
from tests.wire import PATIENCE

ROOT = Path(__file__).parents[2]


@pytest.fixture
def finished(ada: User, grace: User, play: Play) -> Match:
    """An exact game with draws of chance, resigned after a while."""
    match = open_game(
        ada,
        variant="dstru",
        options={"exact": True},
        Tres=ada,
        Uno=grace,
        Dos=Seat("Dos", "neutral", engine="neutral"),
    )
    for _ in range(4):
        free = iter([5, 6, 8, 9, 10, 11, 13, 14])
        for _ in range(2):
            match = play(match, next(cell for cell in free if not match.board.marks[cell]))
    action = Action("resign", match.version, user=ada.pk)
    return services.act_and_advance(game_id=match.id, action=action).match


def table(ada: User, grace: User) -> Match:
    """A game between Tres and Uno that has begun, with chance as Dos."""
    return open_game(
        ada, variant="dstru", Tres=ada, Uno=grace, Dos=Seat("Dos", "neutral", engine="neutral")
    )


def add(match: Match, user: User, number: int | None) -> Match:
    action = Action("add_number", match.version, f"n{user.pk}", user=user.pk, number=number)
    return services.act_and_advance(game_id=match.id, action=action).match


def test_numbers_of_both_players_decide_what_is_drawn(
    ada: User, grace: User, play: Play, client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    match = add(add(table(ada, grace), ada, 5), grace, LARGEST)
    for cell in (5, 6, 8, 9):
        free = cell if not match.board.marks[cell] else 10
        match = play(match, free)
    pieces = sorted(match.moves[:2])
    mixed = f"{match.seed}:Tres=5:Uno={LARGEST}:2"
    assert match.moves[2] == Random(mixed).choice(pieces)
    assert verify(Game.objects.get(id=match.id)) == []
    action = Action("resign", match.version, user=ada.pk)
    services.act_and_advance(game_id=match.id, action=action)
    snapshot = client.get(f"/api/games/{match.id}/").json()
    assert snapshot["chance"]["numbers"] == {"Tres": 5, "Uno": LARGEST}
    assert "NOT" not in check(snapshot)
    call_command("verify", match.id)
    assert f"numbers of players: Tres 5, Uno {LARGEST}" in capsys.readouterr().out


@pytest.mark.parametrize("number", [None, -1, LARGEST + 1])
def test_what_is_no_number_is_refused(ada: User, grace: User, number: int | None) -> None:
    with pytest.raises(Refused, match=f"{number} cannot be added"):
        add(table(ada, grace), ada, number)


def test_numbers_come_once_and_before_the_first_draw(ada: User, grace: User, play: Play) -> None:
    match = add(table(ada, grace), ada, 5)
    again = Action("add_number", match.version, "again", user=ada.pk, number=6)
    with pytest.raises(Refused, match="added a number already"):
        services.act(game_id=match.id, action=again)
    match = play(play(match, 5), 6)
    assert len(match.moves) == 3
    with pytest.raises(Refused, match="before Dos has moved"):
        add(match, grace, 7)
    classic = open_game(ada, X=ada, O=grace)
    with pytest.raises(Refused, match="Nothing is drawn by chance"):
        add(classic, ada, 1)


def test_an_engine_draws_from_the_seed_alone_whatever_numbers_are_added(
    ada: User, play: Play
) -> None:
    chance = Seat("Dos", "neutral", engine="neutral")
    match = open_game(ada, "engine", "dstru", Tres=ada, Uno="random", Dos=chance)
    match = add(match, ada, 5)
    for _ in range(3):
        match = play(match, match.board.available_moves()[0])
    assert verify(Game.objects.get(id=match.id)) == []


def test_a_number_is_added_by_the_form_at_the_board(ada: User, grace: User, as_ada: Client) -> None:
    match = table(ada, grace)
    page = as_ada.get(f"/games/{match.id}/")
    assert 'name="number"' in html_of(page)
    sent = {"action": "add_number", "version": match.version, "id": "a", "number": "123456"}
    page = as_ada.post(f"/games/{match.id}/act/", sent, follow=True)
    assert "Tres <code>123456</code>" in html_of(page)
    assert 'name="number"' not in html_of(page)
    assert selectors.match(match.id).numbers == {"Tres": 123456}


def test_a_seed_has_128_bits_and_one_of_before_still_counts(finished: Match) -> None:
    assert max(new_seed() for _ in range(64)).bit_length() > 120
    Game.objects.filter(id=finished.id).update(secret=b"", seed=77)
    assert selectors.load(finished.id)[0].seed == 77
    assert selectors.newest([finished.id])[0].match.seed == 77


def recipe() -> str:
    """The program printed in docs/dstru.md."""
    (found,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/dstru.md").read_text(), re.S)
    return found


def check(snapshot: dict) -> str:
    done = subprocess.run(
        [sys.executable, "-c", recipe()],
        input=json.dumps(snapshot),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    return done.stdout


def test_the_printed_recipe_confirms_a_game(client: Client, finished: Match) -> None:
    said = check(client.get(f"/api/games/{finished.id}/").json())
    assert said.count("as promised") == 5
    assert "NOT" not in said


def test_the_printed_recipe_sees_a_changed_draw_and_a_changed_seed(
    client: Client, finished: Match
) -> None:
    snapshot = client.get(f"/api/games/{finished.id}/").json()
    pieces = [cell for cell in snapshot["moves"][:2] if cell != snapshot["moves"][2]]
    changed = {**snapshot, "moves": [*snapshot["moves"][:2], pieces[0]]}
    assert "NOT AS PROMISED" in check(changed)
    chance = {**snapshot["chance"], "seed": "1"}
    assert "seed 1 NOT AS PROMISED" in check({**snapshot, "chance": chance})


def test_the_command_replays_the_game(finished: Match, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify", finished.id)
    said = capsys.readouterr().out
    assert f"{finished.id}: sound" in said
    assert f"seed {finished.seed}" in said
    assert commitment(finished.id, finished.seed) in said
    assert len(re.findall(r"\d+ [a-d][1-4]", said.split("random moves, by ply: ")[1])) >= 4


def test_the_command_keeps_the_seed_of_a_running_game(
    finished: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    Game.objects.filter(id=finished.id).update(
        status="active", finished_at=None, winner="", reason=""
    )
    call_command("verify", finished.id)
    said = capsys.readouterr().out
    assert str(finished.seed) not in said
    assert "secret until the game is over" in said


def test_the_command_fails_for_what_was_not_played_so(finished: Match) -> None:
    for bit in range(8 * SEED):  # another seed may draw the same few pieces
        other = finished.seed ^ 1 << bit
        Game.objects.filter(id=finished.id).update(secret=other.to_bytes(SEED, "big"))
        if differences := verify(Game.objects.get(id=finished.id)):
            break
    assert "but chance drew" in differences[0]
    with pytest.raises(CommandError, match="Not as played: 1"):
        call_command("verify", finished.id)
    with pytest.raises(CommandError, match="There is no game 'nothing'"):
        call_command("verify", "nothing")


def test_a_persons_removals_are_no_draws(ada: User, grace: User) -> None:
    match = open_game(ada, variant="dstru", Tres=ada, Uno=grace, Dos=ada)
    for number, cell in enumerate((3, 0, 3, 5, 6)):
        acting = match.acting_seat
        assert acting
        action = Action(match.board.action, match.version, f"a{number}", cell, acting.user)
        match = services.act_and_advance(game_id=match.id, action=action).match
    action = Action("resign", match.version, "left", user=ada.pk)
    match = services.act_and_advance(game_id=match.id, action=action).match
    assert match.seat("Dos").kind == "neutral"
    assert len(match.moves) == 6
    assert verify(Game.objects.get(id=match.id)) == []
    assert [move.sent for move in logs.moves(match.id)].count(None) == 1


def test_staff_see_the_hash_only_while_the_game_runs(
    ada: User, grace: User, staff: User, client: Client, finished: Match
) -> None:
    client.force_login(staff)
    running = table(ada, grace)
    for address in (f"/admin/games/game/{running.id}/change/", "/admin/games/game/"):
        assert str(running.seed) not in html_of(client.get(address))
    html = html_of(client.get(f"/admin/games/game/{running.id}/change/"))
    assert commitment(running.id, running.seed) in html
    ended = html_of(client.get(f"/admin/games/game/{finished.id}/change/"))
    assert f"seed {finished.seed}" in ended
    assert "Dos removes" in ended
    assert "The moves lead to the stored position and result." in ended
    assert selectors.match(finished.id).board.notation.endswith(" =")
