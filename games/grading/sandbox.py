"""A Python without files, network or clock, for code that nobody has read.

Monty runs in a process of its own with limits on time, memory, depth and output. Whatever happens
in it ends here as a value or as a ``SandboxError`` with a sentence.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

from pydantic_monty import (
    CollectString,
    Monty,
    MontyConversionError,
    MontyCrashedError,
    MontyError,
    MontyRuntimeError,
    MontySyntaxError,
    ResourceLimits,
)

SECONDS = 8
MEMORY = 64 << 20
DEPTH = 300
OUTPUT = 65_536
SUSPENSIONS = 100_000
"""Names that the sandbox does not know are looked up outside, where nothing is found."""
GRACE = 1.0
"""Seconds after which the process is killed, if it has not stopped by itself."""

AUTHORS = "<python-input-0>"
"""How the sandbox calls the first code it is given: the author's file."""

UNSUPPORTED = "The monty syntax parser does not yet support "

TOO_SLOW = f"it took more than {SECONDS} seconds"
TOO_LARGE = f"it took more than {MEMORY >> 20} MB of memory"
TOO_LOUD = f"it printed more than {OUTPUT >> 10} kB"
SLEPT = "it may not sleep"


class SandboxError(Exception):
    """Code that failed. ``fatal`` says that the sandbox cannot be asked again."""

    def __init__(self, sentence: str, *, line: int | None = None, fatal: bool = False) -> None:
        super().__init__(f"line {line}: {sentence}" if line else sentence)
        self.fatal = fatal


class Sandbox:
    """One session, in a process that ends with it. To be used in a ``with`` statement."""

    def __init__(self, seconds: float | None = None) -> None:
        """``seconds`` is the time for each run, ``SECONDS`` if it is not given."""
        seconds = SECONDS if seconds is None else seconds
        self._pool = Monty(
            min_processes=1,
            max_processes=1,
            request_timeout=seconds + 2 * GRACE,
            feed_duration_limit_grace=GRACE,
        )
        limits = ResourceLimits(
            max_feed_duration_secs=seconds,
            max_memory=MEMORY,
            max_recursion_depth=DEPTH,
            max_total_sleep_secs=0,
            max_suspensions=SUSPENSIONS,
        )
        self._limits = limits

    def __enter__(self) -> Self:
        self._pool.__enter__()
        self._session = self._pool.checkout(limits=self._limits)
        self._session.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._session.__exit__(kind, error, trace)
        self._pool.__exit__(kind, error, trace)

    def run(self, code: str, **inputs: object) -> Any:
        """The value of the last expression of ``code``. Raises SandboxError.

        What the code prints is thrown away.
        """
        try:
            return self._session.feed_run(
                code, inputs=inputs, print_callback=CollectString(max_bytes=OUTPUT)
            )
        except MontySyntaxError as error:
            raise _failure(error, error.traceback()) from None
        except MontyRuntimeError as error:
            raise _failure(error, error.traceback()) from None
        except MontyCrashedError as error:
            sentence = TOO_SLOW if error.timed_out else "the sandbox ended: too much memory"
            raise SandboxError(sentence, fatal=True) from None
        except MontyConversionError as error:
            raise SandboxError(f"it gave back what cannot be read: {error}") from None
        except MontyError as error:
            raise SandboxError(str(error), fatal=True) from None


def _failure(error: MontySyntaxError | MontyRuntimeError, frames: list[Any]) -> SandboxError:
    """The failure at the innermost line of the author's file."""
    lines = [frame.line for frame in frames if frame.filename == AUTHORS]
    line = lines[-1] if lines else None
    cause, said = error.exception(), str(error.exception())
    if isinstance(cause, TimeoutError):
        return SandboxError(SLEPT if "sleep" in said else TOO_SLOW, line=line, fatal=True)
    if isinstance(cause, MemoryError):
        loud = said.endswith(f"> {OUTPUT} bytes")
        return SandboxError(TOO_LOUD if loud else TOO_LARGE, line=line, fatal=True)
    if UNSUPPORTED in said:
        return SandboxError(f"the sandbox has no {said.partition(UNSUPPORTED)[2]}", line=line)
    return SandboxError(error.display("type-msg"), line=line)
