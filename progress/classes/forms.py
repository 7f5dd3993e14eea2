"""The form that makes a class."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone

from progress.classes import ClassRefused
from progress.classes.make import usual_end
from progress.classes.names import LONGEST_LIST, MOST, read_names

BY_LIST, BY_NUMBER = "list", "number"


class ClassForm(forms.Form):
    """A name, and who is in it: a pasted list, or how many."""

    name = forms.CharField(
        label="Its name", max_length=20, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    how = forms.ChoiceField(
        label="Who is in it?",
        choices=[(BY_LIST, "I paste their names"), (BY_NUMBER, "I only say how many")],
        widget=forms.RadioSelect,
        initial=BY_LIST,
    )
    names = forms.CharField(
        label="Names, one on a line",
        required=False,
        max_length=LONGEST_LIST,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 9, "spellcheck": "false", "autocomplete": "off", "data-names": ""}
        ),
    )
    count = forms.IntegerField(label="How many", required=False, min_value=1, max_value=MOST)
    outside = forms.BooleanField(
        label="They may also play others on Oxo, as their picture", required=False
    )
    takes_accounts = forms.BooleanField(
        label="People who have an account may come in with it", required=False, initial=True
    )
    closes_on = forms.DateField(
        label="The class closes by itself on",
        initial=lambda: usual_end(timezone.localdate()),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    notes: list[str]
    pupils: list[str]

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        self.notes, self.pupils = [], []
        if cleaned.get("how") == BY_NUMBER:
            if "count" in cleaned and not cleaned["count"]:
                self.add_error("count", f"Say how many: 1 to {MOST}.")
            self.pupils = [""] * (cleaned.get("count") or 0)
        elif "names" in cleaned:
            try:
                self.pupils, self.notes = read_names(cleaned["names"])
            except ClassRefused as error:
                self.add_error("names", str(error))
        return cleaned
