"""The form that takes a file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import RegexValidator

from games.arena.grading.program import MOST_BYTES
from games.rules import VARIANTS
from games.web.forms import NO_CHOICE

LONGEST_NAME = 30

NAME = rf"[A-Za-z0-9][A-Za-z0-9 ._'-]{{0,{LONGEST_NAME - 1}}}"

BAD_NAME = "Use up to 30 letters, digits, spaces and . _ ' - in the name, a letter or digit first."


class Either:
    """A field that is not required, though one of two is: its label says so, not "optional"."""

    note = "one of the two is needed"


class EitherFile(Either, forms.FileField):
    pass


class EitherText(Either, forms.CharField):
    pass


class UploadForm(forms.Form):
    """A name, a game, and a file or its text."""

    name = forms.CharField(
        label="Name of your engine",
        max_length=LONGEST_NAME,
        validators=[RegexValidator(rf"\A{NAME}\Z", BAD_NAME)],
        help_text="A file of the same name is its next version.",
    )
    variant = forms.ChoiceField(label="Game", widget=forms.RadioSelect)
    file = EitherFile(
        label="A Python file",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".py,text/x-python,text/plain"}),
        help_text=f"One file, at most {MOST_BYTES >> 10} KB.",
    )
    source = EitherText(
        label="Or paste it",
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(
            attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "off", "class": "code"}
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        variant = self.fields["variant"]
        assert isinstance(variant, forms.ChoiceField)
        variant.choices = [(slug, board.TITLE) for slug, board in VARIANTS.items()]
        variant.error_messages["invalid_choice"] = NO_CHOICE
        self.initial.setdefault("variant", next(iter(VARIANTS)))
        self.fields["source"].error_messages["null_characters_not_allowed"] = (
            "This is no Python file: it has a zero byte."
        )

    def clean_file(self) -> UploadedFile[Any] | None:
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(
                f"The file has {file.size:,} bytes, and at most {MOST_BYTES >> 10} KB are taken."
            )
        return file

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and not data.get("file") and not (data.get("source") or "").strip():
            self.add_error("file", "Choose a file, or paste its text below.")
        return data

    def data_of_file(self) -> bytes:
        """What was sent. The form must be valid."""
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file is not None:
            return bytes(file.read())
        text: str = self.cleaned_data["source"]
        return text.replace("\r\n", "\n").encode()
