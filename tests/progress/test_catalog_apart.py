"""The stages that count apart are what the solution says, and count for nothing else."""

from __future__ import annotations

from functools import cache

import pytest
from django.test import Client

from accounts.models import User
from games.engines import solution_of
from games.rules import DstruBoard
from progress.campaign import catalog, facts, hints, resets, scoring, selectors, services, totals
from progress.campaign.catalog_apart import ROWS, STAGES
from progress.campaign.openings import opening_of
from progress.models import Attempt, Total
from progress.people import places
from tests.markup import html_of
from tests.progress.players import on_paper, play_out

BY_FORCE = {1: 1, 2: 1, 3: 4, 5: 1, 8: 2, 9: 3}
"""Own moves to a win by force, by stage."""

every_stage = pytest.mark.parametrize("stage", STAGES, ids=lambda stage: str(stage.number))


@cache
def forced(board: DstruBoard, seat: str) -> bool:
    """Whether ``seat`` wins against the two others together, by looking at every game."""
    if board.outcome is not None:
        return board.outcome.winner == seat
    after = (forced(board.make_move(cell), seat) for cell in board.available_moves())
    return any(after) if board.to_move == seat else all(after)


def test_there_are_ten_stages_for_all_three_seats() -> None:
    assert [stage.key for stage in STAGES] == [(4, number) for number in range(1, 11)]
    assert {stage.player for stage in STAGES} == set(DstruBoard.SEATS)
    assert catalog.APART.maximum == 30
    assert catalog.MAXIMUM == 133


@every_stage
def test_the_opening_leads_to_the_board_of_the_row(stage: catalog.Stage) -> None:
    assert stage.board.notation == ROWS[stage.number - 1][1]
    assert stage.first == "player"
    assert stage.question.endswith("?")
    assert len(stage.title) <= 80  # games.Game.event


@pytest.mark.parametrize("seed", range(40))
def test_any_board_of_a_game_has_an_opening(seed: int) -> None:
    board = DstruBoard.start()
    for ply in range(3 + seed % 35):
        cells = board.available_moves()
        if not cells:
            return
        board = board.make_move(cells[(7 * seed + 5 * ply) % len(cells)])
    if board.outcome is None:
        there = DstruBoard.start()
        for cell in opening_of(board):
            there = there.make_move(cell)
        assert there == board


@every_stage
def test_who_wins_by_force_is_what_the_solution_says(stage: catalog.Stage) -> None:
    found = facts.facts_of(stage)
    assert found.win_in == BY_FORCE.get(stage.number)
    assert (found.win_probability == 1) == (found.win_in is not None)
    assert found.stars == stage.most == 3
    assert facts.odds(stage) == {4: 89, 6: 78, 7: 53, 10: 75}.get(stage.number)


@pytest.mark.parametrize("number", [1, 2, 5, 8, 9])
def test_the_forced_wins_are_those_of_a_search_of_every_game(number: int) -> None:
    stage = catalog.at(4, number)
    cells = set(stage.board.available_moves())
    if number in (1, 2):  # the game can go on for long after any other move
        cells &= set(stage.board.winning_cells(stage.player))
    winning = {cell for cell in cells if forced(stage.board.make_move(cell), stage.player)}
    assert winning == set(facts.facts_of(stage).winning_moves) != set()


@pytest.mark.parametrize("number", [4, 6, 7, 10])
def test_the_chance_of_a_win_is_what_the_next_moves_make_of_it(number: int) -> None:
    stage = catalog.at(4, number)
    boards = [stage.board]
    for _ in range(4):  # once round the table, and the player's next move
        board = boards[-1]
        after = [chance(board.make_move(cell), stage.player) for cell in board.available_moves()]
        mean = sum(after) / len(after)
        best = max(after) if board.to_move == stage.player else min(after)
        expected = mean if board.to_move == "Dos" else best
        assert chance(board, stage.player) == pytest.approx(expected, abs=1e-12)
        boards.append(board.make_move(board.available_moves()[0]))


def chance(board: DstruBoard, seat: str) -> float:
    solution = solution_of(board)
    solution.make_ready(board)
    if board.outcome is not None:
        return float(board.outcome.winner == seat)
    found = solution.win_chance(board, seat)
    assert found is not None
    return found


def test_stars_follow_formula_3_by_the_length_of_a_pattern() -> None:
    stars = [scoring.stars_earned(4, 1, result="won", moves=made) for made in range(1, 9)]
    assert stars == [3, 3, 3, 3, 2, 1, 1, 1]
    assert scoring.stars_earned(4, 1, result="lost", moves=4) == 0
    with pytest.raises(ValueError, match="-1 moves"):
        scoring.stars_for_win_apart(4, -1)


# --- counted apart -----------------------------------------------------------------------


def clear_stage(user: User, number: int) -> Attempt:
    """Really play a stage that is won by force."""
    stage = catalog.at(4, number)
    game_id = services.start_stage(user_id=user.pk, level=4, number=number)
    play_out(user, game_id, lambda board: hints.best_move(stage, board))
    return Attempt.objects.get(game_id=game_id)


def test_a_win_counts_apart_from_the_45(ada: User) -> None:
    attempt = clear_stage(ada, 1)
    row = Total.objects.get(pk=ada.pk)
    assert attempt.stars == 3
    assert (row.apart, row.stars, row.cleared, row.since) == ("3", 0, 0, None)
    assert places.place(ada.pk) is None
    standing = selectors.standing(ada.pk)
    assert (standing.total, standing.total_of(STAGES)) == (0, 3)
    assert standing.next_of(STAGES) == catalog.at(4, 2)
    assert standing.next_stage == catalog.at(1, 1)
    outcome = selectors.outcome(attempt.game_id)
    assert outcome is not None
    assert outcome.onward == catalog.at(4, 2)
    assert outcome.sentence == "You won in one move."
    assert list(totals.differing()) == []


def test_dos_wins_a_stage_with_a_full_board(ada: User) -> None:
    on_paper(ada, 4, 1, 3)
    on_paper(ada, 4, 2, 3)
    attempt = clear_stage(ada, 3)
    assert attempt.stars == 3
    assert attempt.game.winner == "Dos"
    outcome = selectors.outcome(attempt.game_id)
    assert outcome is not None
    assert outcome.sentence == "You won in four moves."


def test_a_reset_takes_them_and_undo_brings_them_back(ada: User, staff: User) -> None:
    on_paper(ada, 4, 1, 3)
    on_paper(ada, 1, 1, 2)
    assert resets.reset(user_id=ada.pk, by=staff.pk, reason="to begin anew")
    assert selectors.standing(ada.pk).stars == {}
    assert resets.undo(reset_id=ada.resets.get().pk)
    assert selectors.standing(ada.pk).stars == {(4, 1): 3, (1, 1): 2}


def test_of_a_guest_and_a_member_the_best_counts(ada: User, grace: User) -> None:
    on_paper(ada, 4, 1, 2)
    on_paper(grace, 4, 1, 3)
    on_paper(grace, 4, 2, 1)
    services.merge_progress(guest_id=grace.pk, member_id=ada.pk)
    assert selectors.standing(ada.pk).stars == {(4, 1): 3, (4, 2): 1}


def test_its_pages(ada: User, as_ada: Client) -> None:
    on_paper(ada, 4, 1, 3)
    drawn = html_of(as_ada.get("/campaign/dstru/"))
    assert drawn.count('class="stop done"') == 1
    assert drawn.count('class="stop locked') == 8
    assert "<b>3</b> of 30" in drawn
    assert as_ada.get("/campaign/dstru/3/").status_code == 403
    assert "You play Uno" in html_of(as_ada.get("/campaign/dstru/2/"))
    on_paper(ada, 4, 2, 3)
    on_paper(ada, 4, 3, 3)
    page = html_of(as_ada.get("/campaign/dstru/4/"))
    assert "best play wins at least 89 times in a hundred." in page
    assert as_ada.get("/campaign/classic/")["Location"] == "/campaign/"


@pytest.mark.parametrize("path", ["chess/", "dstru/11/", "dstru/0/", "classic/1/", "4/1/"])
def test_there_is_no_other(as_ada: Client, path: str) -> None:
    assert as_ada.get(f"/campaign/{path}").status_code == 404
