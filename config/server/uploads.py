"""Files in forms are held in memory, and no larger than any other body may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import MemoryFileUploadHandler


class BoundedUpload(MemoryFileUploadHandler):
    """Refuses a form with files by its length, which Django does for other forms only."""

    def handle_raw_input(
        self,
        input_data: IO[bytes],
        META: Mapping[str, Any],  # noqa: N803  Django's name
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        if content_length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig(f"a form of {content_length} bytes")
        super().handle_raw_input(input_data, META, content_length, boundary, encoding)  # type: ignore[arg-type]
