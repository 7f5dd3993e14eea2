"""Where to redirect afterwards: back to the earlier page, but never off the site."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.core.exceptions import DisallowedHost
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
    return address if safe and _is_ours(request, address) else ""


def came_from(request: HttpRequest) -> str:
    """The page of this site that led to ``request``, by the browser's word, else ""."""
    address = request.headers.get("Referer", "")
    if len(address) > LONGEST or not _is_ours(request, address):
        return ""
    parts = urlsplit(address)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return "" if path == request.get_full_path() and request.method == "GET" else path


def _is_ours(request: HttpRequest, address: str) -> bool:
    try:
        host = request.get_host()
    except DisallowedHost:
        return False
    return url_has_allowed_host_and_scheme(address, {host}, require_https=request.is_secure())


def wanted(request: HttpRequest) -> str:
    """``back`` for pages of coming and going, which would go in circles among themselves."""
    log_in_pages = tuple(reverse(f"accounts:{name}") for name in ("login", "logout", "sign_up"))
    address = back(request)
    return "" if address.startswith(log_in_pages) else address


def onward(request: HttpRequest) -> str:
    return wanted(request) or resolve_url("home")
