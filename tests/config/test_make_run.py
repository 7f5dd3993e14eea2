"""`make run` ends in a site that answers, with all that the demo brings."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.site import ROOT
from tests.wire import PATIENCE, free_port


@pytest.mark.long
@pytest.mark.timeout(600)
def test_make_run_brings_up_a_site_that_lives(tmp_path: Path) -> None:
    port = free_port()
    # Nothing of this process, which has settings of its own.
    alone = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "VAR_DIR": str(tmp_path)}
    command = ["make", "run", f"PORT={port}", f"VENV={sys.prefix}"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=alone,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as site:
        assert site.stdout is not None
        try:
            told = ""
            for line in site.stdout:
                told += line
                if "Oxo is at" in line:
                    break
            assert "Oxo is at" in told, told
            assert "Players ada and grace" in told
            with urlopen(f"http://127.0.0.1:{port}/leaderboards/", timeout=PATIENCE) as answer:
                page = answer.read().decode()
            assert "grace" in page
            style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
            with urlopen(f"http://127.0.0.1:{port}{style}", timeout=PATIENCE) as answer:
                assert answer.status == 200
        finally:
            os.killpg(site.pid, signal.SIGINT)
