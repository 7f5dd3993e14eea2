"""A person's stars in one row: kept as games end, and checked against the attempts."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from accounts import guests, membership
from accounts.models import User
from games.models import Seat
from progress.campaign import selectors, totals
from progress.campaign.services import start_stage
from progress.models import Total
from tests.progress.players import on_paper, perfectly, play_out


def test_a_game_that_ends_counts_at_once(ada: User) -> None:
    for _ in range(2):
        play_out(ada, start_stage(user_id=ada.pk, level=1, number=1), perfectly)
    total = Total.objects.get(pk=ada.pk)
    assert (total.cleared, total.listed) == (1, True)
    assert total.stars == selectors.standing(ada.pk).total > 0
    assert list(totals.differing()) == []


@pytest.mark.parametrize(
    ("earned", "best", "since"),
    [((0,), "0", None), ((1, 3, 2), "3", 1), ((2, 0), "2", 0), ((3, 3), "3", 0)],
)
def test_the_best_counts_since_it_was_earned(
    ada: User, earned: tuple[int, ...], best: str, since: int | None
) -> None:
    attempts = [on_paper(ada, 2, 4, stars, minutes=n) for n, stars in enumerate(earned)]
    total = Total.objects.get(pk=ada.pk)
    assert total.best == "." * 18 + best + "." * 26
    assert total.since == (None if since is None else attempts[since].game.finished_at)


def test_the_command_puts_right_what_differs(
    ada: User, grace: User, capsys: pytest.CaptureFixture[str]
) -> None:
    on_paper(ada, 1, 1, 2)
    on_paper(grace, 1, 1, 1)
    call_command("totals")
    Total.objects.filter(pk=ada.pk).update(stars=9)
    Total.objects.filter(pk=grace.pk).delete()
    capsys.readouterr()
    with pytest.raises(CommandError, match="Not as counted"):
        call_command("totals", "--check")
    said = capsys.readouterr().out
    assert f"person {ada.pk}: 9 stars on 1 stages (listed) kept, 2 stars on 1" in said
    assert f"person {grace.pk}: nothing kept" in said
    assert "totals 2, seats 0, results 0 differ" in said
    call_command("totals")
    call_command("totals", "--check")
    assert [row["total"] for row in selectors.leaderboard()] == [2, 1]


def test_the_command_writes_ends_that_an_older_process_left_out(
    ada: User, capsys: pytest.CaptureFixture[str]
) -> None:
    play_out(ada, start_stage(user_id=ada.pk, level=1, number=1), perfectly)
    kept = list(Seat.objects.order_by("pk").values("ended_at", "result"))
    Seat.objects.update(ended_at=None, result="")
    call_command("totals")
    assert "seats 1, results 0 put right" in capsys.readouterr().out
    assert list(Seat.objects.order_by("pk").values("ended_at", "result")) == kept


def test_a_guest_is_listed_from_the_sign_up_on(ada: User) -> None:
    guest = guests.create()
    on_paper(guest, 1, 1, 3)
    assert not Total.objects.get(pk=guest.pk).listed
    membership.merge(guest, ada)
    assert [row["user__name"] for row in selectors.leaderboard()] == ["ada"]
