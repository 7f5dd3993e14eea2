"""No method tells a request back, and a method that a page does not know is refused."""

from django.test import Client


def attempt() -> None:
    client = Client(raise_request_exception=False)
    for address in ("/", "/lobby/", "/accounts/login/", "/api/", "/api/account", "/engines/mine/"):
        for method in ("TRACE", "TRACK", "CONNECT", "DEBUG", "PROPFIND"):
            answer = client.generic(method, address, HTTP_COOKIE="sessionid=told-back")
            assert answer.status_code in (401, 403, 404, 405), (method, address, answer.status_code)
            assert "told-back" not in answer.text, (method, address)
