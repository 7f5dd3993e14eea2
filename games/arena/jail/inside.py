"""The process in the jail: it locks itself up, loads one file and answers questions about it.

A question is a line of JSON on standard input, each answer a frame on standard output: four bytes
of length, then JSON. The process that asks judges the answers; whatever happens to this one, it
loses nothing but them.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import io
import json
import os
import signal
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from games.arena.jail import asking, chance, order, state
from games.arena.jail.lock import CannotLock, lock
from games.arena.jail.modules import ALLOWED, CODECS, NUMPY

NAME = "tictactoe"
FILE = f"{NAME}.py"

REFUSED = ("exec", "eval")
"""What runs stands in the file."""

OUTPUT = 65_536
"""Characters that a file may print for one answer."""


class Stopped(BaseException):
    """A limit was met; no ``except Exception`` of the file catches it."""


class Sink:
    """Standard output of the file: counted and thrown away."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.size = 0

    def write(self, text: str) -> int:
        self.size += len(text)
        if self.size > OUTPUT:
            raise Stopped(f"it printed more than {OUTPUT >> 10} kB")
        return len(text)

    def flush(self) -> None: ...

    def isatty(self) -> bool:
        return False


def _no_input(*_: object) -> str:
    raise EOFError("nobody is there to answer input()")


class Inside:
    """One file and what it is asked."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._module = ModuleType(NAME)
        self._orders = order.Orders()
        self._sink = Sink()
        self._player: asking.JailedPlayer | None = None
        self._noted: state.State = {}

    def load(self, source: str, interface: str, player: str) -> dict[str, object]:
        """Run the file. Its ``__name__`` is not ``__main__``, as when it is imported."""
        tree = ast.parse(source)
        if order.has_sets(tree):
            tree = order.with_looks(tree)
        own = dict(vars(builtins))
        own.update(order.names_for(self._orders))
        own.update(__import__=_import, input=_no_input)
        for name in REFUSED:
            own.pop(name)  # no file calls it: games.arena.grading.program says so to its author
        space = self._module.__dict__
        space.update(__builtins__=own, __file__=FILE)
        sys.modules[NAME] = self._module
        code = compile(tree, FILE, "exec", dont_inherit=True)
        exec(code, space)  # this is what the process is for
        self._player = asking.JailedPlayer(space, interface, player)
        return {"chance": bool(chance.draws.happened)}

    def remember(self, functions: list[str], besides: str) -> dict[str, object]:
        """Let functions at top level remember their answers from now on."""
        for name in functions:
            if name != besides and callable(function := self._module.__dict__.get(name)):
                self._module.__dict__[name] = asking.remembering(function)
        return {}

    def ask(self, position: str, script: list[int] | None) -> dict[str, object]:
        """Its answer to a position, with what it depends on besides."""
        assert self._player is not None
        chance.draws.begin(script)
        found: dict[str, object] = {}
        try:
            answer, changed = self._player.move(position)
            found["answer"] = asking.plain_move(answer, asking.side_of(position))
            if changed:
                found["changed"] = changed
        except MemoryError:
            raise
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            found["answer"] = "!" + asking.named(error)
            found["line"] = _line(error)
        draws = chance.draws
        if draws.happened:
            found.update(draws=draws.among[:64], endless=draws.endless, clock=draws.clock)
            found["endless"] = draws.endless or len(draws.among) > 64
        return found

    def check(self, position: str, over: bool) -> dict[str, object]:
        assert self._player is not None
        return {"said": self._player.check(position, over)}

    def initial(self) -> dict[str, object]:
        assert self._player is not None
        return {"said": self._player.initial()}

    def note(self) -> dict[str, object]:
        """Note what the file keeps besides its functions."""
        self._noted = state.state(self._module.__dict__)
        return {}

    def state(self) -> dict[str, object]:
        """What of that has changed since, and where the file read a loose order."""
        grown, others = state.changed(self._noted, state.state(self._module.__dict__))
        return {"grown": grown, "others": others, "order": self._orders.line}

    def run(self, verb: str, arguments: list[Any]) -> dict[str, object]:
        """Do as asked within the limit of processor time, and tell failures."""
        doing: Callable[..., dict[str, object]] = getattr(self, verb)
        self._sink.size = 0
        sys.stdout = sys.stderr = self._sink
        signal.setitimer(signal.ITIMER_PROF, self._seconds)
        try:
            found = doing(*arguments)
            signal.setitimer(signal.ITIMER_PROF, 0)
            return found
        except Stopped as stop:
            return {"failed": str(stop), "line": _line(stop), "fatal": True}
        except MemoryError as error:
            return {"failed": "memory", "line": _line(error), "fatal": True}
        except BaseException as error:  # SystemExit, too, ends only this answer
            return {"failed": asking.named(error), "line": _line(error)}
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


def _import(name: str, *args: Any) -> Any:
    """Imports of the file: what may be imported is loaded already."""
    level = args[3] if len(args) > 3 else 0
    spaces = args[0] if args and isinstance(args[0], dict) else {}
    if level == 0 and spaces.get("__name__") == NAME:
        root = name.partition(".")[0]
        if root not in ALLOWED and root != "numpy":
            raise ModuleNotFoundError(f"the sandbox has no module {root!r}")
    return __import__(name, *args)


def _line(error: BaseException) -> int:
    """The innermost line of the file that an exception came through; 0 for none."""
    trace, line = error.__traceback__, 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _send(pipe: int, found: dict[str, object]) -> None:
    data = json.dumps(found).encode()
    data = len(data).to_bytes(4, "big") + data
    while data:
        data = data[os.write(pipe, data) :]


def _stop(*_: object) -> None:
    raise Stopped("time")


def give_way() -> None:
    """Let this process have only what everybody else leaves of the processor."""
    if hasattr(os, "sched_setscheduler"):  # elsewhere there is no jail either
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def main() -> None:
    """Load what may be imported, lock up, and answer until nobody asks any more."""
    asked = open(0, "rb", closefd=False)  # noqa: SIM115  sys.stdin is for the file
    begin = json.loads(asked.readline())
    if begin["idle"]:
        give_way()
    for name in (*ALLOWED, *CODECS):
        importlib.import_module(name)
    if begin["numpy"]:
        sys.path.append(begin["numpy"])
        for name in NUMPY:
            importlib.import_module(name)
    sys.path.clear()
    chance.note_draws()
    signal.signal(signal.SIGPROF, _stop)
    try:
        lock(begin["memory"], begin["cpu"])
    except (CannotLock, OSError, ValueError) as error:
        _send(1, {"unlocked": str(error)})
        return
    _send(1, {"locked": True})
    inside = Inside(begin["seconds"])
    streams: Any = sys
    streams.stdin = streams.__stdin__ = io.StringIO()
    streams.__stdout__ = streams.__stderr__ = Sink()
    while line := asked.readline():
        for verb, *arguments in json.loads(line):
            try:
                _send(1, inside.run(verb, arguments))
            except Stopped:  # the time was over just as the answer was there
                _send(1, inside.run(verb, arguments))
