"""The choices of a new game and the filters of a history."""

from __future__ import annotations

from typing import Any

from django import forms

from games import services
from games.engines import engines_for
from games.models import Game
from games.rules import VARIANTS

CLOCKS = {"": "No clock", "60+2": "1 min + 2 s", "180+2": "3 min + 2 s", "300+5": "5 min + 5 s"}

ORDER = ("first", "second", "third")

PEOPLE = {
    "friend": "A friend, by a link you send",
    "lobby": "Whoever comes, through the lobby",
    "local": "Two people at this screen",
}


class NewGameForm(forms.Form):
    """One form for every game; seats and engines come from the registries."""

    variant = forms.ChoiceField(label="Game", widget=forms.RadioSelect)
    opponent = forms.ChoiceField(label="Opponent", widget=forms.RadioSelect)
    seat = forms.ChoiceField(label="Your seat", widget=forms.RadioSelect, required=False)
    clock = forms.ChoiceField(
        label="Clock", choices=list(CLOCKS.items()), widget=forms.RadioSelect, required=False
    )

    rated = forms.BooleanField(
        label="Rated",
        required=False,
        help_text="Two games with seats exchanged, against a friend or in the lobby, on the clock.",
    )

    def __init__(self, *args: Any, variant: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        board = VARIANTS[variant]
        _offer(self, "variant", [(slug, b.TITLE) for slug, b in VARIANTS.items()])
        _offer(
            self,
            "opponent",
            [
                *(
                    (f"engine:{slug}", one.title)
                    for slug, one in engines_for(variant, board.SEATS[0]).items()
                ),
                *PEOPLE.items(),
            ],
        )
        _offer(
            self,
            "seat",
            [
                ("random", "Either"),
                *(
                    (seat, f"{seat}, {order}")
                    for seat, order in zip(board.SEATS[:2], ("first", "second"), strict=True)
                ),
            ],
        )
        self.initial = {
            "variant": variant,
            "opponent": "engine:smart",
            "seat": "random",
            "clock": "",
            **self.initial,
        }

    def request(self) -> services.Request:
        """What was asked for. The form must be valid."""
        data = self.cleaned_data
        base, _, increment = data["clock"].partition("+")
        return services.Request(
            variant=data["variant"],
            opponent=data["opponent"],
            seat=data["seat"] or "random",
            clock=(int(base), int(increment)) if base else None,
            rated=data["rated"],
        )


class PairForm(forms.Form):
    """What a button of the lobby asks for: ``terms`` is a game and a clock, ``classic 60+2``."""

    terms = forms.ChoiceField(
        choices=[(f"{v} {c}", c) for v in VARIANTS for c in CLOCKS if c],
    )
    rated = forms.BooleanField(required=False)

    def request(self) -> services.Request:
        variant, _, clock = self.cleaned_data["terms"].partition(" ")
        base, _, increment = clock.partition("+")
        return services.Request(
            variant=variant,
            opponent="lobby",
            clock=(int(base), int(increment)),
            rated=self.cleaned_data["rated"],
        )


class HistoryForm(forms.Form):
    """Filters of a person's finished games; anything else in the address is ignored."""

    variant = forms.ChoiceField(label="Game", required=False)
    kind = forms.ChoiceField(
        label="Kind", required=False, choices=[("", "Any"), *Game.Kind.choices]
    )
    result = forms.ChoiceField(
        label="Result",
        required=False,
        choices=[("", "Any"), ("won", "Won"), ("lost", "Lost"), ("drawn", "Drawn")],
    )
    opponent = forms.CharField(label="Opponent", required=False, max_length=24)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(
            self,
            "variant",
            [("", "Any")] + [(slug, board.TITLE) for slug, board in VARIANTS.items()],
        )


def _offer(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    """Set the choices of a field that depend on the registries."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices
