"""Where to go afterwards: back to where one was, but never off the site."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

LONGEST = 2000
"""A longer address is no page of ours, and too long for a Location header."""


def back(request: HttpRequest) -> str:
    """The ``next`` a request asks for if it is an address of this site, else ""."""
    address = request.POST.get("next", request.GET.get("next", ""))
    # Django takes a word without a slash for the name of a page, and finds none.
    safe = address.startswith("/") and len(address) <= LONGEST
    safe = safe and url_has_allowed_host_and_scheme(
        address, {request.get_host()}, require_https=request.is_secure()
    )
    return address if safe else ""


def wanted(request: HttpRequest) -> str:
    """``back`` for pages of coming and going, which would go in circles among themselves."""
    doors = tuple(reverse(f"accounts:{name}") for name in ("login", "logout", "sign_up"))
    address = back(request)
    return "" if address.startswith(doors) else address


def onward(request: HttpRequest) -> str:
    return wanted(request) or resolve_url("home")
