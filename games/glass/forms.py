"""Forms of the glass pages."""

from __future__ import annotations

from typing import Any

from django import forms

from games.glass import address
from games.rules import BadNotation, Board


class NotationForm(forms.Form):
    """A position as text. ``board`` is what it names, once the form is valid."""

    notation = forms.CharField(
        label="Notation",
        max_length=address.LONGEST,
        strip=True,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    board: Board

    def clean_notation(self) -> Any:
        text = self.cleaned_data["notation"]
        try:
            self.board = address.read(text)
        except BadNotation as error:
            raise forms.ValidationError(f"{error}.") from None
        return text
