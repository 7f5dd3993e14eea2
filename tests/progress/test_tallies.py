"""What a person's games came to: kept as they end, and checked against their seats."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from accounts import guests, membership
from accounts.models import User
from games import services
from games.match import Match
from games.models import Seat as SeatRow
from progress.campaign.services import start_stage
from progress.models import Meeting, Record, Tally
from progress.people import recount
from tests.bench.plans import recorded
from tests.games.conftest import Play, friendly, person, play  # noqa: F401  fixtures
from tests.games.test_ratings import CLASSIC_WIN, rated, resigned, second_of
from tests.opening import open_game
from tests.progress.players import perfectly, play_out

DRAW = (4, 0, 2, 6, 3, 5, 1, 7, 8)


@pytest.fixture(autouse=True)
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pip loses the games of this file."""
    monkeypatch.setattr("games.services.open.new_seed", lambda: 3)


def against(x: User, o: User) -> Match:
    return open_game(x, X=x, O=o)


def against_pip(user: User) -> Match:
    return open_game(user, "engine", X=user, O="random")


def tallies(user: User) -> set[tuple[str, str, int, int, int, int]]:
    rows = Tally.objects.filter(user=user)
    return set(rows.values_list("seat", "against", "cell", "won", "drawn", "lost"))


def record(user: User) -> tuple[int, int, str | None]:
    row = Record.objects.get(pk=user.pk)
    return row.wins, row.most_wins, row.best_game_id


def test_a_game_counts_for_both_with_the_cells_they_took_first(
    ada: User,
    grace: User,
    play: Play,
) -> None:
    play(against(ada, grace), *CLASSIC_WIN)
    play(against(ada, grace), *DRAW)
    play(against(ada, grace), *CLASSIC_WIN)
    assert tallies(ada) == {("X", "people", 0, 2, 0, 0), ("X", "people", 4, 0, 1, 0)}
    assert tallies(grace) == {("O", "people", 3, 0, 0, 2), ("O", "people", 0, 0, 1, 0)}
    assert [*recount.differing()] == []


def test_wins_in_a_row_end_with_a_draw(ada: User, grace: User, play: Play) -> None:
    games = [play(against(ada, grace), *cells) for cells in (CLASSIC_WIN, CLASSIC_WIN, DRAW)]
    assert record(ada) == (0, 2, games[0].id)
    assert record(grace) == (0, 0, None)
    play(against(ada, grace), *CLASSIC_WIN)
    assert record(ada) == (1, 2, games[0].id)
    assert [*recount.differing()] == []


def test_a_rated_win_is_better_than_any_other_and_a_person_than_a_computer(
    ada: User,
    grace: User,
    play: Play,
) -> None:
    pip = play_out(ada, against_pip(ada).id, perfectly)
    assert pip.outcome is not None
    assert (pip.outcome.winner, record(ada)[2]) == ("X", pip.id)
    unrated = play(against(ada, grace), *CLASSIC_WIN)
    assert record(ada)[2] == unrated.id
    first = resigned(rated(ada, grace), grace)
    assert record(ada)[2] == first.id
    resigned(second_of(first), grace)
    assert record(ada)[2] == first.id
    assert [*recount.differing()] == []


def test_stages_and_games_at_one_screen_do_not_count(ada: User, play: Play) -> None:
    play_out(ada, start_stage(user_id=ada.pk, level=1, number=1), perfectly)
    seats = {"X": person("X", ada), "O": person("O", ada)}
    for cells in (CLASSIC_WIN, DRAW):
        local = services.GameSetup(by=ada.pk, variant="classic", kind="local", seats=seats)
        play(services.open_game(local), *cells)
    assert not Tally.objects.exists()
    assert not Record.objects.exists()
    assert [*recount.differing()] == []


def test_both_have_their_side_of_a_meeting(ada: User, grace: User, play: Play) -> None:
    match = play(against(ada, grace), *CLASSIC_WIN)
    rows = Meeting.objects.values_list("user__name", "rival__name", "seat", "result", "game_id")
    assert set(rows) == {
        ("ada", "grace", "X", "w", match.id),
        ("grace", "ada", "O", "l", match.id),
    }


def test_an_annulled_game_counts_no_more(ada: User, grace: User, play: Play) -> None:
    first = play(against(ada, grace), *CLASSIC_WIN)
    second = play(against(ada, grace), *CLASSIC_WIN)
    services.annul(game_id=first.id)
    assert record(ada) == (1, 1, second.id)
    assert tallies(ada) == {("X", "people", 0, 1, 0, 0)}
    assert {row.game_id for row in Meeting.objects.all()} == {second.id}
    assert [*recount.differing()] == []


def test_a_member_takes_over_what_their_guest_did(
    ada: User,
    grace: User,
    play: Play,
) -> None:
    guest = guests.create()
    play(against(guest, grace), *CLASSIC_WIN)
    play(against(guest, ada), *CLASSIC_WIN)
    membership.merge(guest, ada)
    assert tallies(ada) == {("X", "people", 0, 1, 0, 0), ("O", "people", 3, 0, 0, 1)}
    assert set(Meeting.objects.filter(user=ada).values_list("rival__name", "result")) == {
        ("grace", "w"),
        (guest.name, "l"),
    }
    assert set(Meeting.objects.filter(user=grace).values_list("rival", "result")) == {(ada.pk, "l")}
    assert [*recount.differing()] == []


def test_the_command_puts_right_what_differs(
    ada: User,
    grace: User,
    play: Play,
    capsys: pytest.CaptureFixture[str],
) -> None:
    play(against(ada, grace), *CLASSIC_WIN)
    play_out(ada, against_pip(ada).id, perfectly)
    kept = {model: list(model.objects.values()) for model in (Tally, Record, Meeting)}
    Tally.objects.filter(user=ada).update(won=9)
    Record.objects.filter(pk=grace.pk).update(most_wins=9)
    Meeting.objects.filter(user=grace).delete()
    with pytest.raises(CommandError, match="Not as counted"):
        call_command("totals", "--check")
    assert "totals 0, seats 0, results 2 differ" in capsys.readouterr().out
    call_command("totals")
    call_command("totals", "--check")
    for model, rows in kept.items():
        now = [{**row, "id": None} for row in model.objects.values()]
        assert sorted(map(str, now)) == sorted(str({**row, "id": None}) for row in rows)


def test_an_annulled_loss_joins_the_wins_around_it(
    ada: User,
    grace: User,
    play: Play,
) -> None:
    first = play(against(ada, grace), *CLASSIC_WIN)
    lost = play(against(grace, ada), *CLASSIC_WIN)
    play(against(ada, grace), *CLASSIC_WIN)
    assert record(ada) == (1, 1, first.id)
    services.annul(game_id=lost.id)
    assert record(ada) == (2, 2, first.id)
    assert record(grace) == (0, 0, None)
    assert [*recount.differing()] == []


def test_a_game_is_annulled_without_reading_moves(
    ada: User,
    grace: User,
    play: Play,
) -> None:
    """However many games its players have, only seats are counted again."""
    match = play(against(ada, grace), *CLASSIC_WIN)
    with recorded() as statements:
        recount.take_out(match)
    assert not [sql for sql, _ in statements if "games_move" in sql or "games_packed" in sql]
    assert not Tally.objects.exists()


def test_what_an_older_process_left_out_is_not_taken_away(
    ada: User,
    grace: User,
    play: Play,
) -> None:
    match = play(against(ada, grace), *CLASSIC_WIN)
    Tally.objects.filter(user=ada).delete()
    assert services.annul(game_id=match.id)
    assert [*recount.differing()] == []


def test_ends_that_an_older_process_left_out_are_counted(
    ada: User,
    grace: User,
    play: Play,
) -> None:
    play(against(ada, grace), *CLASSIC_WIN)
    kept = tallies(ada)
    SeatRow.objects.update(ended_at=None, result="")
    for model in (Tally, Record, Meeting):
        model.objects.all().delete()
    call_command("totals")
    assert tallies(ada) == kept
    assert Meeting.objects.count() == 2
