"""Lighthouse's scores of a page, by its own program (npm, kept in ``var``)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.bench.bench_door import chromium
from tests.bench.stand import ROOT

VERSION = "12.8.2"
FOLDER = ROOT / "var/lighthouse"
PROGRAM = FOLDER / "node_modules/lighthouse/cli/index.js"
CHROME = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"
FORMS = {"mobile": (), "desktop": ("--preset=desktop",)}
PATIENCE = 180


@dataclass(frozen=True)
class Scores:
    """The four scores from 0 to 100, and the audits below their best outside performance."""

    values: dict[str, int]
    faults: tuple[str, ...]


def install() -> str:
    """Install Lighthouse where it is not yet; why that cannot be, else nothing."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        return "Node and npm are not installed"
    package = PROGRAM.parents[1] / "package.json"
    if package.exists() and json.loads(package.read_text())["version"] == VERSION:
        return ""
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = ["npm", "install", "--no-fund", "--no-audit", "--silent", "--no-save"]
    done = subprocess.run([*command, f"--prefix={FOLDER}", f"lighthouse@{VERSION}"], check=False)
    return "npm could not install it" if done.returncode else ""


def scores(url: str, form: str, cookie: str | None) -> Scores | str:
    """The scores of the page at ``url`` on a ``form`` of FORMS; in words why there are none."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.json"
        command = ["node", str(PROGRAM), url, "--quiet", "--output=json", *FORMS[form]]
        command += [f"--output-path={path}", f"--chrome-flags={CHROME}"]
        if cookie:
            command.append(f"--extra-headers={json.dumps({'Cookie': f'sessionid={cookie}'})}")
        subprocess.run(
            command,
            env={**os.environ, "CHROME_PATH": chromium()},
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
        )
        if not path.exists():
            return "no report"
        report = json.loads(path.read_text())
    if error := report.get("runtimeError"):
        return f"{error['code']}: {error['message']}"
    faults = [
        f"{name}: {ref['id']}"
        for name, category in report["categories"].items()
        for ref in category["auditRefs"]
        if name != "performance" and ref["weight"]
        if (report["audits"][ref["id"]]["score"] or 0) < 1
        and report["audits"][ref["id"]]["scoreDisplayMode"] not in ("notApplicable", "manual")
    ]
    found = report["categories"].items()
    return Scores({name: round(100 * (one["score"] or 0)) for name, one in found}, tuple(faults))
