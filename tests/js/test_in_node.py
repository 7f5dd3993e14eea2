"""The tests of the site's JavaScript in Node, where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NODE = shutil.which("node")


@pytest.mark.long
@pytest.mark.skipif(NODE is None, reason="no Node here: the browser tests run the same files")
@pytest.mark.parametrize("path", sorted(HERE.glob("*.test.mjs")), ids=lambda path: path.name)
def test_the_modules_pass_their_tests_in_node(path: Path) -> None:
    command = [str(NODE), "--import", "./node.mjs", "--test", "--test-reporter=spec", path.name]
    ran = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
