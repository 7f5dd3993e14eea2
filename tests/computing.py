"""The compute pool of tests: no worker to start or to wait for, and so nothing that is too slow."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


class Here:
    """``ComputePool`` as far as pages need it: computes at once, with what a pipe lets through."""

    def waiting(self) -> int:
        return 0

    def compute(self, function: Callable[..., Any], *args: Any, patience: float = 0) -> Any:
        again, arguments = pickle.loads(pickle.dumps((function, args)))
        return pickle.loads(pickle.dumps(again(*arguments)))

    def submit(self, function: Callable[..., Any], *args: Any) -> Future[Any]:
        future = Future[Any]()
        try:
            future.set_result(self.compute(function, *args))
        except Exception as error:
            future.set_exception(error)
        return future

    def close(self) -> None: ...
