"""The forms of challenges and reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from django import forms

from games import services
from games.match import FRIEND
from games.models import Report
from games.presenters import GameCard
from games.rules import Board
from games.web.forms import CLOCKS, seats_of


class ChallengeForm(forms.Form):
    """The terms of a game with one person; ``ratable`` is whether both have an account."""

    seat = forms.ChoiceField(label="Your seat", widget=forms.RadioSelect)
    clock = forms.ChoiceField(
        label="Clock", choices=list(CLOCKS.items()), widget=forms.RadioSelect, required=False
    )
    rated = forms.BooleanField(
        label="Rated", required=False, help_text="Two games with a clock. Each moves first once."
    )

    def __init__(self, *args: Any, board: type[Board], ratable: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.board = board
        seat = self.fields["seat"]
        assert isinstance(seat, forms.ChoiceField)
        seat.choices = [one for one in seats_of(board) if one[0] in ("random", *board.RIVALS)]
        self.initial = {"seat": "random", "clock": "", **self.initial}
        for name in ("seat", "clock"):
            self.fields[name].error_messages["invalid_choice"] = "“%(value).40s” is none of these."
        if not ratable:
            del self.fields["rated"]

    def request(self) -> services.Request:
        """What was asked for. The form must be valid."""
        data = self.cleaned_data
        base, _, increment = data["clock"].partition("+")
        return services.Request(
            variant=self.board.VARIANT,
            opponent=FRIEND,
            seat=data["seat"],
            clock=(int(base), int(increment)) if base else None,
            rated=data.get("rated", False),
        )


class Reported(TypedDict):
    """What a valid form of a report says."""

    game_id: str
    reason: Report.Reason
    text: str


class ReportForm(forms.Form):
    """Why somebody is reported, and in which game: one of ``cards``."""

    reason = forms.ChoiceField(
        label="What is wrong", choices=Report.Reason.choices, widget=forms.RadioSelect
    )
    game = forms.ChoiceField(label="In which game")
    text = forms.CharField(
        label="What happened",
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": 500}),
        help_text="At most 500 characters. Only our moderators read it.",
    )

    def __init__(self, *args: Any, cards: Sequence[GameCard], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = self.fields["game"]
        assert isinstance(game, forms.ChoiceField)
        game.choices = [
            (card.id, f"{card.when:%-d %B, %H:%M} UTC: {card.title}, {card.result}")
            for card in cards
        ]
        for name in ("reason", "game"):
            self.fields[name].error_messages["invalid_choice"] = "“%(value).40s” is none of these."

    def report(self) -> Reported:
        """What was told. The form must be valid."""
        data = self.cleaned_data
        reason = Report.Reason(data["reason"])
        return {"game_id": data["game"], "reason": reason, "text": data["text"]}
