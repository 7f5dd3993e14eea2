"""Whether a log-in may be tried now, and what a failure costs. docs/accounts.md has the rule."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from accounts.failures import KNOWN, STRANGE, Failures
from accounts.limits import address, in_words, over_limit, used_up
from accounts.models import User
from accounts.names import quoted
from accounts.places import known_place
from accounts.record import What, record


@dataclass(frozen=True)
class LogInRefusal:
    message: str
    wait: int
    """Seconds."""


class LogInAttempt:
    """One try to log in as ``name`` from where ``request`` comes from.

    Spelling the name in another case buys no further tries, as it names the same person.
    """

    def __init__(self, request: HttpRequest, name: str) -> None:
        self.name, self.key = name, name.lower()
        self.address = address(request)
        self.known = known_place(request, name)
        if self.known:
            self.here = Failures(KNOWN, self.key, self.known)
        else:
            self.here = Failures(STRANGE, self.key, self.address)

    def refusal(self) -> LogInRefusal | None:
        """Why the password is not even looked at, or None. The longest wait is the one named."""
        found = [self._too_many_here()]
        if not self.known:
            found += [self._too_many_from_the_address(), self._too_many_as_the_name()]
        longest = max(filter(None, found), key=lambda refusal: refusal.wait, default=None)
        if longest is not None:
            record(What.LOG_IN_DELAYED, self._person(), once=True)
        return longest

    def failed(self) -> None:
        record(What.LOG_IN_FAILED, self._person())
        self.here.add()
        over_limit("failed_log_ins", self.address)
        if not self.known:
            over_limit("failures_of_a_name", self.key)

    def succeeded(self) -> None:
        self.here.forget()

    def _person(self) -> int | None:
        """Whose name it is. A name that nobody has may be a password, and is not recorded."""
        return User.objects.named(self.name).values_list("pk", flat=True).first()

    def _too_many_here(self) -> LogInRefusal | None:
        wait = self.here.wait()
        message = f"Too many wrong passwords for {quoted(self.name)}. Try again in {in_words(wait)}"
        return LogInRefusal(f"{message}, or set a new password by e-mail.", wait) if wait else None

    def _too_many_from_the_address(self) -> LogInRefusal | None:
        wait = used_up("failed_log_ins", self.address)
        message = f"Too many failed log-ins from your network. Try again in {in_words(wait)}."
        return LogInRefusal(message, wait) if wait else None

    def _too_many_as_the_name(self) -> LogInRefusal | None:
        wait = used_up("failures_of_a_name", self.key)
        message = (
            f"Too many failed log-ins as {quoted(self.name)} from different networks. Use a "
            f"browser in which you have logged in before, set a new password by e-mail, or try "
            f"again in {in_words(wait)}."
        )
        return LogInRefusal(message, wait) if wait else None
