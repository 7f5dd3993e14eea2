"""The choices of a new game and the filters of a history."""

from __future__ import annotations

from typing import Any

from django import forms

from games import services
from games.engines import Engine, engines_for
from games.match import ENGINE, NEUTRAL, PERSON
from games.models import Game
from games.rules import VARIANTS, Board

CLOCKS = {"": "No clock", "60+2": "1 min + 2 s", "180+2": "3 min + 2 s", "300+5": "5 min + 5 s"}

ORDER = ("first", "second", "third")

READINGS = [("", "Have a pattern"), ("exact", "Be a pattern, with no piece beside it")]
"""The two readings of "won", where a game has both."""

NO_CHOICE = "“%(value).40s” is none of these."

LONGEST_TITLE = 24
"""Nobody's name and no engine's title is longer."""

PEOPLE = {
    "friend": "A friend, by a link you send",
    "lobby": "Whoever comes, through the lobby",
    "local": "Everybody at this screen",
}


class NewGameForm(forms.Form):
    """One form for every game; seats, engines and options come from facts of its board."""

    variant = forms.ChoiceField(label="Game", widget=forms.RadioSelect)
    opponent = forms.ChoiceField(label="Opponent", widget=forms.RadioSelect)
    seat = forms.ChoiceField(label="Your seat", widget=forms.RadioSelect, required=False)
    third = forms.ChoiceField(widget=forms.RadioSelect, required=False)
    reading = forms.ChoiceField(
        label="To win, one’s pieces must",
        choices=READINGS,
        widget=forms.RadioSelect,
        required=False,
    )
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
        self.board = VARIANTS[variant]
        _offer(self, "variant", [(slug, b.TITLE) for slug, b in VARIANTS.items()])
        rivals = [(f"engine:{slug}", one.title) for slug, one in rival_engines(self.board).items()]
        _offer(self, "opponent", [*rivals, *PEOPLE.items()])
        _offer(self, "seat", seats_of(self.board))
        self._offer_third()
        if not self.board.HAS_EXACT:
            del self.fields["reading"]
        self.initial = {
            "variant": variant,
            "opponent": "engine:smart",
            "seat": "random",
            "third": NEUTRAL,
            "reading": "",
            "clock": "",
            **self.initial,
        }

    def _offer_third(self) -> None:
        """Who may hold a seat beyond the two rivals'; no field where there is none."""
        if not self.board.SEATS[2:]:
            del self.fields["third"]
            return
        seat = self.board.SEATS[2]
        self.fields["third"].label = f"Who is {seat}"
        self.fields["seat"].help_text = f"As {seat} you take the place of whoever is chosen above."
        self.thirds = thirds_of(self.board, seat)
        _offer(self, "third", [(one["value"], one["title"]) for one in self.thirds])

    def request(self) -> services.Request:
        """What was asked for. The form must be valid."""
        data = self.cleaned_data
        base, _, increment = data["clock"].partition("+")
        seat = data["seat"] or "random"
        third = PERSON if seat in self.board.SEATS[2:] else data.get("third") or NEUTRAL
        return services.Request(
            variant=data["variant"],
            opponent=data["opponent"],
            seat=seat,
            clock=(int(base), int(increment)) if base else None,
            rated=data["rated"],
            rules=services.Rules(exact=bool(data.get("reading")), dos=third),
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
    """Filters of a person's finished games; other names in the address are ignored."""

    variant = forms.ChoiceField(label="Game", required=False)
    kind = forms.ChoiceField(
        label="Kind", required=False, choices=[("", "Any"), *Game.Kind.choices]
    )
    result = forms.ChoiceField(
        label="Result",
        required=False,
        choices=[("", "Any"), ("won", "Won"), ("lost", "Lost"), ("drawn", "Drawn")],
    )
    opponent = forms.CharField(label="Opponent", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("variant", "kind", "result"):
            self.fields[name].error_messages["invalid_choice"] = NO_CHOICE
        _offer(
            self,
            "variant",
            [("", "Any")] + [(slug, board.TITLE) for slug, board in VARIANTS.items()],
        )

    def clean_opponent(self) -> str:
        name: str = self.cleaned_data["opponent"]
        if len(name) > LONGEST_TITLE:
            message = f"“{name[:LONGEST_TITLE]}…” is longer than any name."
            raise forms.ValidationError(message)
        return name


def rival_engines(board: type[Board]) -> dict[str, Engine]:
    """The engines that can sit opposite, whichever of the two seats one takes."""
    first, second = (engines_for(board.VARIANT, seat) for seat in board.SEATS[:2])
    return {slug: one for slug, one in first.items() if slug in second}


def thirds_of(board: type[Board], seat: str) -> list[dict[str, str]]:
    """Who may hold ``seat``, a third one: chance, a person, or an engine made for it."""
    engines = engines_for(board.VARIANT, seat)
    return [
        {
            "value": NEUTRAL,
            "icon": "dice",
            "title": "Chance",
            "idea": "All equally likely, and the draws can be checked afterwards.",
        },
        {
            "value": PERSON,
            "icon": "people",
            "title": "A person",
            "idea": "Joins like your opponent, or sits with you at this screen.",
        },
        *(
            {
                "value": f"{ENGINE}:{slug}",
                "icon": "engine",
                "title": one.title,
                "idea": one.idea,
            }
            for slug, one in engines.items()
            if slug != NEUTRAL
        ),
    ]


def seats_of(board: type[Board]) -> list[tuple[str, str]]:
    """The seats to choose from, with when they act."""
    named = zip(board.SEATS, ORDER, strict=False)
    return [("random", "Either"), *((seat, f"{seat}, {order}") for seat, order in named)]


def _offer(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    """Set the choices of a field that depend on the registries."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices
