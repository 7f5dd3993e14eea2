"""Static files as they are stored for production: with a hash in their names, and compressed."""

from __future__ import annotations

from collections.abc import Iterator

from whitenoise.storage import CompressedManifestStaticFilesStorage


class CompressedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Compresses the files with hashes alone, since pages link to no others."""

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        return super().compress_files(paths & {*self.hashed_files.values()})  # type: ignore[no-any-return]
