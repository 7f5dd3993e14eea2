"""Which static files are compressed for production."""

from __future__ import annotations

from pathlib import Path

from config.pages.compressed import CompressedFiles


def test_files_with_hashes_are_compressed_and_their_originals_stay(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("a { color: red }\n" * 100)
    storage = CompressedFiles(location=tmp_path, base_url="/static/")
    list(storage.post_process({"a.css": (storage, "a.css")}))
    hashed = storage.stored_name("a.css")
    assert hashed != "a.css"
    assert {path.name for path in tmp_path.glob("a.*")} == {
        *("a.css", hashed),
        *(f"{hashed}.gz", f"{hashed}.br"),
    }
