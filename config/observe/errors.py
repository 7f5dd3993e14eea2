"""The one hook for reporting errors: what is logged as an error goes to ``ERROR_DSN``.

Any service that speaks Sentry's protocol will do. Reports say where in the code something broke and
which request and game it was; no cookies, forms, headers, variables or names, and what looks like a
secret or somebody's address is crossed out.
"""

from __future__ import annotations

import logging
import re
from typing import Any

from config.observe.logs import Stamp

SECRETS = re.compile(
    r"(?P<mail>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"
    r"|(?P<ip>(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]))"
    r"|(?P<ip6>(?<![\w:])(?:[0-9a-fA-F:]*::[0-9a-fA-F:]*[0-9a-fA-F]"
    r"|(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4})(?![\w:]))"
    r"|(?P<login>(?<=://)[^/\s@]+@)"
    r"|(?P<key>(?i:(?:password|passwd|secret|token|session|sessionid|csrf\w*|key|dsn)"
    r"[\"']?\s*[=:]\s*[\"']?[^\s\"',;&)]+))"
    r"|(?P<reset>(?<=/password-reset/)[^/\s]+/[^/\s]+)"
    r"|(?P<long>\b(?=(?:[A-Za-z_-]*\d){3})[A-Za-z0-9_-]{28,}\b)"
)
"""What no report may contain: addresses of people, log-ins, keys, and long words with digits."""

FLUSH = 2.0
"""Seconds that the last reports get when the process ends."""


def clean(value: Any) -> Any:
    """``value`` without what looks like a secret or an address, however deep it lies."""
    if isinstance(value, str):
        return SECRETS.sub(lambda found: f"[{found.lastgroup}]", value)
    if isinstance(value, dict):
        return {key: clean(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [clean(one) for one in value]
    return value


class ErrorReports(logging.Handler):
    """Sends what is logged, from a thread of its own."""

    def __init__(self, dsn: str) -> None:
        super().__init__(logging.ERROR)
        from sentry_sdk import Client  # only where errors are reported

        self.client = Client(
            dsn=dsn,
            default_integrations=False,
            auto_enabling_integrations=False,
            include_local_variables=False,
            max_breadcrumbs=0,
            send_client_reports=False,
            auto_session_tracking=False,
            server_name="",
        )
        self.addFilter(Stamp())

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith("sentry_sdk"):
            return
        try:
            self.client.capture_event(self._event(record))
        except Exception:  # a report that cannot be made must not break what it is about
            self.handleError(record)

    def _event(self, record: logging.LogRecord) -> Any:
        from sentry_sdk.utils import event_from_exception  # only where errors are reported

        event: dict[str, Any] = {"message": record.getMessage()}
        if record.exc_info and record.exc_info[0] is not None:
            event |= event_from_exception(record.exc_info, client_options=self.client.options)[0]
            event["logentry"] = {"message": record.getMessage()}
        trace = vars(record)["trace"]
        tags = {name: value for name, value in trace._asdict().items() if value}
        event |= {"level": record.levelname.lower(), "logger": record.name}
        cleaned: dict[str, Any] = clean(event)
        return cleaned | {"tags": tags}

    def flush(self) -> None:
        self.client.flush(FLUSH)
