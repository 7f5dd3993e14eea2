"""The ten stages of Ultimate: endings won by force, in as many moves as their questions say."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from progress.campaign import catalog, facts, hint_words, hints, selectors, services
from progress.campaign.catalog_small_boards import STAGES
from progress.models import Attempt, Total
from tests.markup import html_of
from tests.progress.players import on_paper, play_out

WINS = {
    **{1: (1, 1, 6), 2: (2, 3, 8), 3: (2, 2, 8), 4: (2, 2, 12), 5: (2, 1, 5)},
    **{6: (2, 1, 9), 7: (2, 1, 13), 8: (3, 2, 12), 9: (3, 1, 9), 10: (3, 1, 13)},
}
"""Own moves to the win, first moves that keep it, and cells to choose from, by stage."""

every_stage = pytest.mark.parametrize("stage", STAGES, ids=lambda stage: str(stage.number))


@every_stage
def test_who_wins_by_force_is_what_the_endings_say(stage: catalog.Stage) -> None:
    found, board = facts.facts_of(stage), stage.board
    assert stage.key == (8, stage.number)
    assert board.to_move == stage.player
    cells = len(board.available_moves())
    assert (found.win_in, len(found.winning_moves), cells) == WINS[stage.number]
    assert (found.win_probability, found.stars, stage.most) == (1, 3, 3)


def test_they_get_harder_and_both_sides_are_played() -> None:
    assert [WINS[stage.number][0] for stage in STAGES] == sorted(one[0] for one in WINS.values())
    assert {stage.player for stage in STAGES} == {"X", "O"}
    assert catalog.SMALL_BOARDS.maximum == 30


@every_stage
def test_a_hint_leads_to_a_winning_move_and_says_where_it_sends(stage: catalog.Stage) -> None:
    found = hints.find(stage, stage.board)
    assert found is not None
    assert found.cell in facts.facts_of(stage).winning_moves
    look, where, move = hint_words.steps(found)
    assert look.endswith("?")
    assert move.startswith(f"{stage.board.cell_name(found.cell)}. It ")
    pointed = hint_words.pointed(found, 2)
    assert found.cell in pointed
    assert where.startswith(("Look for a cell that ", "Look at the "))


@every_stage
def test_the_hinted_moves_win_every_stage_with_three_stars(stage: catalog.Stage, ada: User) -> None:
    for number in range(1, stage.number):
        on_paper(ada, 8, number, 3)
    game_id = services.start_stage(user_id=ada.pk, level=8, number=stage.number)
    play_out(ada, game_id, lambda board: hints.best_move(stage, board))
    assert Attempt.objects.get(game_id=game_id).stars == 3
    row = Total.objects.get(pk=ada.pk)
    assert (row.apart[10:], row.stars) == ("3" * stage.number, 0)
    assert selectors.standing(ada.pk).total_of(STAGES) == 3 * stage.number


def test_its_pages(ada: User, as_ada: Client) -> None:
    on_paper(ada, 8, 1, 3)
    drawn = html_of(as_ada.get("/campaign/ultimate/"))
    assert drawn.count('class="stop done"') == 1
    assert "<b>3</b> of 30" in drawn
    page = html_of(as_ada.get("/campaign/ultimate/2/"))
    assert "three stars in three moves of yours or fewer" in " ".join(page.split())
    assert "You can win by force, whatever your opponent does." in page
    assert as_ada.get("/campaign/ultimate/3/").status_code == 403
