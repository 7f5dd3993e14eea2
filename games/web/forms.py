"""The choices of a new game and the filters of a history."""

from __future__ import annotations

from typing import Any, cast

from django import forms

from games import services
from games.characters import first_opponent
from games.engines import Engine, EngineError, engine, opposing_engines
from games.match import ENGINE, NEUTRAL, PERSON
from games.models import Game
from games.models.engines import OUTSIDE
from games.queries.selectors import HistoryFilters
from games.rules import VARIANTS, Board, third_seats
from games.web.player_choices import (
    PlayerChoice,
    outside,
    own_engines,
    seat_beside,
    thirds_of,
)

CLOCKS = {"": "No clock", "60+2": "1 min + 2 s", "180+2": "3 min + 2 s", "300+5": "5 min + 5 s"}

ORDER = ("first", "second", "third")

NO_CHOICE = "“%(value).40s” is none of these."

LONGEST_TITLE = 120
"""Nobody's name is longer, nor is an engine's with all of its switches."""

QUOTED = 24
"""How much of a longer one is repeated."""

PEOPLE = {
    "friend": "A friend, by a link you send",
    "lobby": "Anyone, through the lobby",
    "local": "Everybody at this screen",
}


class PlayerField(forms.ChoiceField):
    """Who holds a seat: one of the choices, or an engine with or without switches in its name.

    Any engine of a person can be named, also if it is not among the choices: whether it can be
    played is decided where the game is opened.
    """

    def valid_value(self, value: Any) -> bool:
        named = _without_switches(str(value))
        return super().valid_value(named) or named.startswith(f"{ENGINE}:{OUTSIDE}")


def _without_switches(player: str) -> str:
    return ":".join(player.split(":")[:2])


class NewGameForm(forms.Form):
    """One form for every game; seats, engines and options come from facts of its board.

    An engine's switches are fields of their own, ``<slug>-<option>``, which are ignored if the
    chosen player has its switches in its name: ``engine:alphabeta:depth=2``.
    """

    variant = forms.ChoiceField(label="Game", widget=forms.RadioSelect)
    opponent = PlayerField(label="Opponent", widget=forms.RadioSelect)
    seat = forms.ChoiceField(label="Your seat", widget=forms.RadioSelect, required=False)
    third = PlayerField(widget=forms.RadioSelect, required=False)
    reading = forms.ChoiceField(
        widget=forms.RadioSelect, required=False, help_text=services.OPTION_IS_UNRATED
    )
    clock = forms.ChoiceField(
        label="Clock", choices=list(CLOCKS.items()), widget=forms.RadioSelect, required=False
    )

    rated = forms.BooleanField(
        label="Rated",
        required=False,
        help_text="Two games with a clock, with a friend or in the lobby. Each moves first once.",
    )

    def __init__(self, *args: Any, variant: str, user_id: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.board, self.user_id = VARIANTS[variant], user_id
        _offer(self, "variant", [(slug, b.TITLE) for slug, b in VARIANTS.items()])
        self.rivals = [PlayerChoice.of(one) for one in opposing_engines(variant).values()]
        rivals = [(one.value, one.title) for one in self.rivals]
        self.own, self.outside = own_engines(variant, user_id), outside(variant)
        theirs = [(one.value, one.title) for one in (*self.own, *self.outside)]
        _offer(self, "opponent", [*rivals, *theirs, *PEOPLE.items()])
        _offer(self, "seat", seats_of(self.board))
        self._offer_third()
        self._offer_option()
        usual = {
            "variant": variant,
            "opponent": first_opponent(variant),
            "seat": self.board.SEATS[0],
            "third": NEUTRAL,
            "reading": "",
            "clock": "",
        }
        self.initial = {**usual, **self.initial}
        for name, field in self.fields.items():
            if isinstance(field, forms.ChoiceField):
                field.error_messages["invalid_choice"] = NO_CHOICE
                if name != "opponent" and not field.valid_value(str(self.initial[name])):
                    self.initial[name] = usual[name]  # an address may wish for anything
        for player in [*self.rivals, *self.thirds]:
            self._offer_switches(player)

    def _offer_option(self) -> None:
        """Whether to play the game's optional rule; no field where there is none."""
        if (rule := self.board.OPTION) is None:
            del self.fields["reading"]
            return
        self.fields["reading"].label = rule.question
        _offer(self, "reading", [("", rule.without), (rule.slug, rule.chosen)])

    def _offer_third(self) -> None:
        """Who may hold a seat beyond the two rivals'; no field where there is none."""
        self.thirds: list[PlayerChoice] = []
        if not self.board.CHANCE_SEAT:
            del self.fields["third"]
            return
        seat = self.board.CHANCE_SEAT
        self.fields["third"].label = f"Who is {seat}"
        self.fields["seat"].help_text = f"If you play {seat}, nobody else does."
        self.thirds = thirds_of(self.board, seat)
        _offer(self, "third", [(one.value, one.title) for one in self.thirds])

    def _offer_switches(self, player: PlayerChoice) -> None:
        """A field for each switch of an engine, set as the address asks for it."""
        if player.engine is None:
            return
        wanted = self._wanted(player)
        for option in player.engine.OPTIONS:
            name = f"{player.engine.slug}-{option.name}"
            self.fields[name] = forms.ChoiceField(
                label=option.title,
                choices=option.choices,
                required=False,
                error_messages={"invalid_choice": NO_CHOICE},
            )
            self.initial[name] = wanted.changed.get(option.name, option.default)
            player.switches.append(self[name])

    def _wanted(self, player: PlayerChoice) -> Engine:
        """The player's engine, with its switches if the form begins with it and some."""
        assert player.engine is not None
        for name in ("opponent", "third"):
            asked = str(self.initial[name])
            if asked != player.value and _without_switches(asked) == player.value:
                self.initial[name] = player.value
                try:
                    return engine(self.board.VARIANT, asked.partition(":")[2])
                except EngineError:
                    return player.engine
        return player.engine

    @property
    def rivals_by_strength(self) -> list[tuple[str, list[PlayerChoice]]]:
        """The engines in groups: those that one can beat, and those that one cannot."""
        perfect = [one for one in self.rivals if one.plays_perfectly]
        safe = [one for one in self.rivals if one.never_loses]
        return [
            ("Engines you can beat", [one for one in self.rivals if one not in perfect + safe]),
            ("Engines that never lose, but miss wins", safe),
            ("Engines that play perfectly", perfect),
        ]

    @property
    def details(self) -> list[forms.BoundField]:
        """The fields below the players."""
        names = ("seat", "reading", "clock", "rated")
        return [self[name] for name in names if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """Give the chosen engines the switches chosen beside them."""
        for name, players in (("opponent", self.rivals), ("third", self.thirds)):
            for player in players:
                if self.cleaned_data.get(name) == player.value and player.engine is not None:
                    made = player.engine.with_options(**self._chosen(player))
                    self.cleaned_data[name] = f"{ENGINE}:{made.name}"
        return self.cleaned_data

    def _chosen(self, player: PlayerChoice) -> dict[str, Any]:
        """The switches of a player that were chosen; a field left out is at its default."""
        assert player.engine is not None
        words = {
            option.name: self.cleaned_data.get(bound.name)
            for option, bound in zip(player.engine.OPTIONS, player.switches, strict=True)
        }
        return {name: word for name, word in words.items() if word}

    def request(self) -> services.Request:
        """What was asked for. The form must be valid."""
        data = self.cleaned_data
        base, _, increment = data["clock"].partition("+")
        seat = seat_beside(self.board, self.user_id, data["opponent"], data["seat"]) or "random"
        third = PERSON if seat and seat == self.board.CHANCE_SEAT else data.get("third") or NEUTRAL
        return services.Request(
            variant=data["variant"],
            opponent=data["opponent"],
            seat=seat,
            clock=(int(base), int(increment)) if base else None,
            rated=data["rated"],
            rules=services.Rules(data.get("reading") or "", third),
        )


class PairForm(forms.Form):
    """The form of a lobby button: ``terms`` is a game and a clock, ``classic 60+2``."""

    terms = forms.ChoiceField()
    rated = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "terms", [(f"{v} {c}", c) for v in VARIANTS for c in CLOCKS if c])

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
        choices=[
            ("", "Any"),
            ("won", "Won"),
            ("lost", "Lost"),
            ("drawn", "Drawn"),
            ("third", f"{' or '.join(third_seats())} won"),
        ],
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

    def filters(self) -> HistoryFilters:
        """What was asked for. The form must be valid."""
        return cast("HistoryFilters", self.cleaned_data)

    def clean_opponent(self) -> str:
        name: str = self.cleaned_data["opponent"]
        if len(name) > LONGEST_TITLE:
            message = f"“{name[:QUOTED]}…” is longer than any name."
            raise forms.ValidationError(message)
        return name


def seats_of(board: type[Board]) -> list[tuple[str, str]]:
    """The seats to choose from, with when each acts."""
    named = zip(board.SEATS, ORDER, strict=False)
    return [("random", "Either"), *((seat, f"{seat}, {order}") for seat, order in named)]


def _offer(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    """Set the choices of a field that depend on the registries."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices
