"""A provider of identities of one's own: discovery, keys, code flow with proof key, signed tokens, sign-out.

It listens on this machine only. Whoever comes to its door chooses as whom to sign in; what its token says
of that person is what the test said.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import socket
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from typing import Any
from urllib.parse import urlencode

import uvicorn
from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

CLIENT_ID = "the-desk"
CLIENT_SECRET = "secret-of-the-desk-as-a-client"


@dataclass
class Provider:
    """What the provider knows and has seen."""

    address: str
    people: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What its tokens say of each person, beside what every token says."""
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "one"}))
    signing_key: RSAKey | None = None
    """Another key than the published one: a forged token."""
    token_seconds: int = 300
    is_down: bool = False
    signed_out: list[dict[str, str]] = field(default_factory=list)
    _codes: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def discovery(self) -> str:
        return f"{self.address}/.well-known/openid-configuration"

    def routes(self) -> list[Route]:
        return [
            Route("/.well-known/openid-configuration", self._metadata),
            Route("/keys", self._keys),
            Route("/door", self._door),
            Route("/chosen", self._chosen),
            Route("/token", self._token, methods=["POST"]),
            Route("/leave", self._leave),
        ]

    async def _metadata(self, _request: Request) -> Response:
        if self.is_down:
            return JSONResponse({"error": "down"}, 503)
        return JSONResponse(
            {
                "issuer": self.address,
                "authorization_endpoint": f"{self.address}/door",
                "token_endpoint": f"{self.address}/token",
                "jwks_uri": f"{self.address}/keys",
                "end_session_endpoint": f"{self.address}/leave",
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"],
                "token_endpoint_auth_methods_supported": ["client_secret_basic"],
                "code_challenge_methods_supported": ["S256"],
            }
        )

    async def _keys(self, _request: Request) -> Response:
        return JSONResponse({"keys": [self.key.as_dict(private=False)]})

    async def _door(self, request: Request) -> Response:
        asked = dict(request.query_params)
        assert asked["client_id"] == CLIENT_ID
        assert asked["code_challenge_method"] == "S256"
        ways = [
            f'<li><a href="/chosen?{escape(urlencode(asked | {"person": person}))}">{escape(person)}</a></li>'
            for person in (*self.people, "nobody")
        ]
        return HTMLResponse(f"<!doctype html><html lang=en><h1>Provider</h1><ul>{''.join(ways)}</ul>")

    async def _chosen(self, request: Request) -> Response:
        asked = dict(request.query_params)
        back = {"state": asked["state"]}
        if asked["person"] == "nobody":
            back |= {"error": "access_denied", "error_description": "called off"}
        else:
            back["code"] = secrets.token_urlsafe(16)
            self._codes[back["code"]] = asked
        return RedirectResponse(f"{asked['redirect_uri']}?{urlencode(back)}", 302)

    async def _token(self, request: Request) -> Response:
        form = await request.form()
        asked = self._codes.pop(str(form["code"]), None)
        proof = urlsafe_b64encode(hashlib.sha256(str(form["code_verifier"]).encode()).digest()).rstrip(b"=")
        if (
            asked is None
            or asked["code_challenge"] != proof.decode()
            or asked["redirect_uri"] != form["redirect_uri"]
            or request.headers["authorization"] != _basic(CLIENT_ID, CLIENT_SECRET)
        ):
            return JSONResponse({"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {
            "iss": self.address,
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now + self.token_seconds,
            "nonce": asked["nonce"],
        } | self.people[asked["person"]]
        token = jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.signing_key or self.key)
        access = {"access_token": secrets.token_urlsafe(16), "token_type": "Bearer", "expires_in": 300}
        return JSONResponse(access | {"id_token": token})

    async def _leave(self, request: Request) -> Response:
        self.signed_out.append(dict(request.query_params))
        return RedirectResponse(request.query_params["post_logout_redirect_uri"], 302)


def _basic(user: str, password: str) -> str:
    from base64 import b64encode

    return "Basic " + b64encode(f"{user}:{password}".encode()).decode()


@contextmanager
def providing(people: dict[str, dict[str, Any]]) -> Iterator[Provider]:
    """Run a provider that knows `people` until the block ends."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        provider = Provider(f"http://127.0.0.1:{door.getsockname()[1]}", json.loads(json.dumps(people)))
        server = uvicorn.Server(uvicorn.Config(Starlette(routes=provider.routes()), log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
        thread.start()
        try:
            yield provider
        finally:
            server.should_exit = True
            thread.join(20)
