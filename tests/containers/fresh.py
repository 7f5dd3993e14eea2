"""``make check-fresh``: README's two commands on a bare Debian, timed.

Nothing but git, make and Python is there; the commit that is checked out is cloned. Takes as long
as ``make test`` and the downloads. Needs what ``make check-containers`` does.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

from tests.containers.engine import CannotRun, Engine, bare_debian, said
from tests.deploy.shipped import ROOT
from tests.wire import free_port

IMAGE = "localhost/oxo-fresh"
PACKAGES = "git,make,python3,python3-venv"

CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
"""This machine's, by which pip in the container trusts the index."""

LONGEST = 1800

RUN = """
make run PORT={port} > /tmp/run.log 2>&1 & made=$!
ask='import urllib.request as u; u.urlopen("http://127.0.0.1:{port}/readyz")'
until python3 -c "$ask" 2>/dev/null
do kill -0 $made 2>/dev/null || {{ cat /tmp/run.log; exit 1; }}; sleep 0.2; done
kill $made; wait
"""

STEPS = {
    "git clone": "git -c advice.detachedHead=false clone --quiet /given/oxo.bundle /oxo",
    "make run, until it is ready": "cd /oxo && " + RUN.strip(),
    "make test": "cd /oxo && make test",
}


def main() -> int:
    with Engine() as engine:
        return _check_with(engine)


def _check_with(engine: Engine) -> int:
    try:
        engine.prepare()
        _make_image(engine)
    except (CannotRun, OSError, subprocess.SubprocessError) as error:
        return _say(f"NOT CHECKED: no container can run here: {said(error)}", 1)
    with tempfile.TemporaryDirectory(prefix="oxo-fresh-") as folder:
        bundle = ["git", "bundle", "create", "--quiet", f"{folder}/oxo.bundle", "HEAD"]
        subprocess.run(bundle, cwd=ROOT, check=True)
        given = [f"--volume={folder}:/given:ro", f"--volume={CERTIFICATES}:/ca.crt:ro"]
        how = ["--rm", "--detach", "--init", "--network=host", "--env=PIP_CERT=/ca.crt", *given]
        container = engine.podman("run", *how, IMAGE, "sleep", LONGEST)
        try:
            return 0 if all(_passes(engine, container, *step) for step in STEPS.items()) else 1
        finally:
            engine.podman("rm", "--force", container)


def _make_image(engine: Engine) -> None:
    with tempfile.TemporaryDirectory(dir=engine.folder) as folder:
        root, packed = Path(folder) / "root", Path(folder) / "root.tar"
        bare_debian(engine, root, PACKAGES)
        with tarfile.open(packed, "w") as tar:
            tar.add(root, "/")
        engine.podman("import", "--quiet", packed, IMAGE)


def _passes(engine: Engine, container: str, title: str, script: str) -> bool:
    began = time.monotonic()
    command = ["podman", "exec", container, "sh", "-c", script.format(port=free_port())]
    done = subprocess.run(
        command,
        env=engine.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LONGEST,
    )
    lines = done.stdout.strip().splitlines()
    word = "ok   " if done.returncode == 0 else "BROKEN "
    _say(f"{word} {title}: {time.monotonic() - began:.1f} s. {lines[-1] if lines else ''}")
    if done.returncode:
        _say("\n".join(lines[-40:]))
    return done.returncode == 0


def _say(text: str, code: int = 0) -> int:
    print(text, flush=True)  # noqa: T201
    return code


if __name__ == "__main__":
    sys.exit(main())
