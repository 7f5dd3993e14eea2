"""``make simulate``: many seeded runs, or one of them (SEED) with all that happened in it.

The last line says what came of it. Many runs are shared by as many processes as there are cores.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

timer = time.perf_counter

HASHES = "0"
"""Sets of texts are walked in the order of their hashes, which must not change from run to run."""

FEW = 250
"""Runs that are not worth another process."""


def main() -> int:
    options = _options()
    if os.environ.get("PYTHONHASHSEED") != HASHES:
        os.environ["PYTHONHASHSEED"] = HASHES
        os.execv(sys.executable, [sys.executable, "-m", "tests.simulation", *sys.argv[1:]])
    if options.seed is not None:
        return _replay(options.seed)
    began, seeds = timer(), range(options.first, options.first + options.seeds)
    processes = 1 if options.part or len(seeds) <= FEW else os.cpu_count() or 1
    figures = _play(seeds, options.stop) if processes == 1 else _share(seeds, processes)
    if options.part:
        sys.stdout.write(json.dumps(figures) + "\n")
    else:
        _report(figures, timer() - began)
    return 1 if figures["broken"] else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seeds", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--stop", action="store_true", help="end with the first broken promise")
    parser.add_argument("--part", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _stage() -> Any:
    """Everything that runs need, in this process, which is good for nothing else then."""
    folder = tempfile.TemporaryDirectory(prefix="oxo-simulation-")
    os.environ |= {"VAR_DIR": folder.name, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    from tests.simulation import clock

    clock.install()
    import django

    django.setup()
    from tests.simulation.run import Stage

    stage = Stage(Path(folder.name))
    stage.folder = folder  # removed with the stage
    return stage


def _replay(seed: int) -> int:
    result = _stage().play(seed)
    sys.stdout.write("\n".join(result.trace) + "\n")
    sys.stdout.write(f"{_verdict(result)}, fingerprint {_fingerprint(result)}\n")
    return 1 if result.broken else 0


def _play(seeds: range, stop: bool) -> Counter[str]:
    """Run all ``seeds`` one after the other; the figures of all."""
    stage, figures = _stage(), Counter[str]()
    gc.collect()
    gc.freeze()
    gc.disable()  # a run leaves few cycles, and all else would be looked at again each time
    for seed in seeds:
        result = stage.play(seed)
        if result.broken:
            sys.stdout.write(f"{_verdict(result)}: make simulate SEED={seed}\n")
            sys.stdout.flush()
        print_of_run = int(_fingerprint(result), 16)
        figures.update(seeds=1, broken=bool(result.broken), prints=print_of_run, **result.figures())
        if stop and result.broken:
            break
        if seed % 25 == 0:
            gc.collect()
    if len(seeds) <= FEW:
        sys.stdout.write(f"seed {seed}: fingerprint {_fingerprint(result)}\n")
    return figures


def _share(seeds: range, processes: int) -> Counter[str]:
    """Let ``processes`` run the ``seeds``, and pass on what they say."""
    command = [sys.executable, "-m", "tests.simulation", "--part"]
    size = -(-len(seeds) // processes)
    parts = [seeds[start : start + size] for start in range(0, len(seeds), size)]
    running = [
        subprocess.Popen(
            [*command, "--first", str(part[0]), "--seeds", str(len(part))],
            stdout=subprocess.PIPE,
            text=True,
        )
        for part in parts
    ]
    figures = Counter[str]()
    for process in running:
        assert process.stdout
        *said, last = process.stdout.read().splitlines() or [""]
        sys.stdout.write("".join(f"{line}\n" for line in said))
        if process.wait() not in (0, 1):
            raise RuntimeError(f"a part of the runs ended with {process.returncode}")
        figures.update(json.loads(last))
    return figures


def _report(figures: Counter[str], seconds: float) -> None:
    sys.stdout.write(
        f"{figures['seeds']} runs in {seconds:.0f} s: {figures['crashes']} crashes, "
        f"{figures['lines']} lines cut, {figures['acknowledged']} actions acknowledged, "
        f"{figures['operations']} operations checked, "
        f"{figures['seconds'] // 60} simulated minutes; "
        f"fingerprint of all {figures['prints'] % 2**64:016x}; "
        f"{figures['broken']} runs with broken promises\n"
    )


def _verdict(result: Any) -> str:
    return f"seed {result.seed}: {result.broken or 'all promises kept'}"


def _fingerprint(result: Any) -> str:
    return sha256("\n".join(result.trace).encode()).hexdigest()[:16]


if __name__ == "__main__":
    sys.exit(main())
