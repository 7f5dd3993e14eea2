"""Forms of the analysis pages."""

from __future__ import annotations

from django import forms

from games.analysis import game_text, variations
from games.rules import BadNotation, Board, RulesError


class NotationForm(forms.Form):
    """A position as text. ``board`` is what it names, once the form is valid."""

    notation = forms.CharField(
        label="Notation",
        max_length=variations.LONGEST,
        strip=True,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    board: Board

    def clean_notation(self) -> str:
        text: str = self.cleaned_data["notation"]
        try:
            self.board = variations.read(text)
        except BadNotation as error:
            raise forms.ValidationError(f"{error}.") from None
        return text


class ImportForm(forms.Form):
    """A position or a game as text. ``line`` is what was read, once the form is valid."""

    record = forms.CharField(
        label="Position or game",
        max_length=game_text.LONGEST,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text="The moves by their cells, such as <code>a1 b2 c3</code>; a position such as "
        "<code>X...O...X O</code>; JSON, or text with a <code>[Position …]</code> and moves, as "
        "the analysis board exports them.",
    )

    line: variations.Variation

    def clean_record(self) -> str:
        text: str = self.cleaned_data["record"]
        try:
            self.line = game_text.parse(text)
        except RulesError as error:
            raise forms.ValidationError(f"{error}.") from None
        return text
