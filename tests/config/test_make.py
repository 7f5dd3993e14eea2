"""What `make help` says."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_make_help_tells_of_every_target() -> None:
    command = ["make", "--no-print-directory", "help"]
    alone = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    done = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=True)
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony
    told = [line.split()[1] for line in done.stdout.splitlines()]
    assert sorted(told) == sorted(phony[1].split())
