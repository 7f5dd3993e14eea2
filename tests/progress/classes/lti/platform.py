"""A school's system that plays LTI 1.3: its key, its key set, its tokens and its gradebook."""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import jwt
from django.test import Client
from jwcrypto.jwk import JWK
from lti_tool.models import Key, LtiDeployment, LtiRegistration

CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
AGS = "https://purl.imsglobal.org/spec/lti-ags/"
DEEP = "https://purl.imsglobal.org/spec/lti-dl/claim/"
ROLES = "http://purl.imsglobal.org/vocab/lis/v2/membership#"


@cache
def rsa_key(number: int = 1) -> JWK:
    return JWK.generate(kty="RSA", size=2048, kid=f"key-{number}", alg="RS256", use="sig")


class Platform:
    """A school's system on a port of this machine.

    ``scores`` and ``assertions`` are what it was sent.
    """

    def __init__(self) -> None:
        self.keys = [rsa_key()]
        self.key_requests = 0
        self.scores: list[dict[str, Any]] = []
        self.assertions: list[str] = []
        self.broken = False
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.registration = LtiRegistration.objects.create(
            name="Hill School",
            issuer=self.url,
            client_id="oxo-1",
            auth_url=f"{self.url}/auth",
            token_url=f"{self.url}/token",
            keyset_url=f"{self.url}/keys",
        )
        self.deployment = LtiDeployment.objects.create(
            registration=self.registration, deployment_id="1", is_active=True
        )

    def claims(self, asked: str, role: str, /, **more: Any) -> dict[str, Any]:
        now = int(time.time())
        return {
            "iss": self.url,
            "aud": "oxo-1",
            "iat": now,
            "exp": now + 300,
            "nonce": asked,
            "sub": f"{role.lower()}-1",
            "name": "Jamal Brown",
            "email": "jamal@school.example",
            f"{CLAIM}deployment_id": "1",
            f"{CLAIM}version": "1.3.0",
            f"{CLAIM}message_type": "LtiResourceLinkRequest",
            f"{CLAIM}roles": [f"{ROLES}{role}"],
            f"{CLAIM}context": {"id": "course-7", "title": "Class 7b, computing"},
            f"{CLAIM}resource_link": {"id": "link-1"},
            **more,
        }

    def graded(self, line: str = "line-1") -> dict[str, Any]:
        """The claim that a link has a column in the gradebook."""
        return {
            f"{AGS}claim/endpoint": {
                "scope": [f"{AGS}scope/score"],
                "lineitem": f"{self.url}/{line}",
            }
        }

    def deep(self) -> dict[str, Any]:
        """The claims of a teacher who is about to choose what a link leads to."""
        return {
            f"{CLAIM}message_type": "LtiDeepLinkingRequest",
            f"{DEEP}deep_linking_settings": {
                "deep_link_return_url": f"{self.url}/chosen",
                "accept_types": ["ltiResourceLink"],
                "accept_presentation_document_targets": ["iframe", "window"],
                "data": "opaque",
            },
        }

    def signed(self, claims: dict[str, Any], key: JWK | None = None, **header: Any) -> str:
        key = key or self.keys[0]
        pem = key.export_to_pem(private_key=True, password=None)
        headers = {"kid": key["kid"], **header}
        return jwt.encode(claims, pem, algorithm="RS256", headers=headers)

    def first_step(self, client: Client, target: str = "launch", **more: str) -> Any:
        """Begin a log-in in a window."""
        fields = {
            "iss": self.url,
            "login_hint": "7",
            "client_id": "oxo-1",
            "target_link_uri": f"http://testserver/lti/{target}/",
            **more,
        }
        return client.get("/lti/login/", fields, headers={"Sec-Fetch-Dest": "document"})

    def launch(
        self,
        client: Client,
        role: str,
        *,
        target: str = "launch",
        key: JWK | None = None,
        **more: Any,
    ) -> Any:
        """Come in from the course as somebody with ``role``: both steps."""
        asked = asked_of(self.first_step(client, target))
        token = self.signed(self.claims(asked["nonce"], role, **more), key)
        fields = {"id_token": token, "state": asked["state"]}
        return client.post(f"/lti/{target}/", fields)

    def read(self, token: str, audience: str) -> dict[str, Any]:
        """What this site has signed, checked with its public key."""
        public = Key.objects.active().latest().public_key
        return jwt.decode(token, public, algorithms=["RS256"], audience=audience)


def asked_of(response: Any) -> dict[str, str]:
    """What the first step asks the platform."""
    assert response.status_code == 302, response.content
    return dict(parse_qsl(urlsplit(response["Location"]).query))


def _handler(platform: Platform) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            platform.key_requests += 1
            self.answer({"keys": [json.loads(one.export_public()) for one in platform.keys]})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            if self.path == "/token":
                platform.assertions.append(parse_qs(body)["client_assertion"][0])
                self.answer({"access_token": uuid.uuid4().hex, "expires_in": 60})
            elif platform.broken:
                self.answer({"said": "away"}, 503)
            else:
                assert self.headers["Authorization"].startswith("Bearer ")
                platform.scores.append({"at": self.path, **json.loads(body)})
                self.answer({})

        def answer(self, what: dict[str, Any], status: int = 200) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(what).encode())

        def log_message(self, *args: Any) -> None:
            pass

    return Handler


@contextmanager
def running() -> Iterator[Platform]:
    platform = Platform()
    thread = threading.Thread(target=platform.server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield platform
    finally:
        platform.server.shutdown()
        platform.server.server_close()
        thread.join()
