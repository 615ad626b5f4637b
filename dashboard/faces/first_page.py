"""Serves the document a browser loads first, with this product's name and mark and the address of its server.

The screen library's own document names the library, preloads a font that is not used here, and lets the
browser guess the server's address from deep links, two failing requests each. The rest of it stays; rules
for people who use the keyboard are added (`frame.css`).
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from dashboard.faces.asset_routes import map_start_path
from dashboard.parts.map_picture import ENGINE_PATH

_SERVER = '<script>window.__streamlit = {BACKEND_BASE_URL: window.location.origin + "/"}</script>'
_ICON = '<link rel="shortcut icon" href="./app/static/caseboard.svg" />'

_MAP_START = (
    '<link rel="preload" as="script" href="{engine}" fetchpriority="low" />\n'
    '<script async src="{start}" data-engine="{engine}"></script>\n'
)


def first_page_routes(pages: tuple[str, ...], map_pages: frozenset[str] = frozenset()) -> list[Route]:
    """Return the routes that serve the document at the root and at each of `pages`.

    On `map_pages`, which lead to maps or hold one, it begins with the engine that draws them.
    """

    async def document(request: Request) -> HTMLResponse:
        has_maps = request.url.path.removeprefix("/") in map_pages
        return HTMLResponse(first_page(has_maps=has_maps), headers={"cache-control": "no-cache"})

    return [Route("/", document), *(Route(f"/{page}", document) for page in pages)]


@cache
def first_page(*, has_maps: bool = False) -> str:
    """Return the document."""
    html = (files("streamlit") / "static" / "index.html").read_text(encoding="utf-8")
    html = re.sub(r"<!--.*?-->", "", html, flags=re.DOTALL)
    html = re.sub(r'<link\s+rel="shortcut icon"[^>]*/>', _ICON, html)
    html = re.sub(r'<link\s+rel="(?:preload|service-desc)"[^>]*/>', "", html)
    html = re.sub(
        r"<noscript>.*?</noscript>", "<noscript>Caseboard needs JavaScript.</noscript>", html, flags=re.DOTALL
    )
    html = html.replace("<title>Streamlit</title>", "<title>Caseboard</title>")
    style = (files("dashboard.faces") / "frame.css").read_text(encoding="utf-8")
    early = _MAP_START.format(engine=ENGINE_PATH, start=map_start_path()) if has_maps else ""
    html = html.replace("</head>", f"<style>\n{style}</style>\n{early}</head>", 1)
    return html.replace("<head>", f"<head>\n    {_SERVER}", 1)


@cache
def inline_script_hashes() -> tuple[str, ...]:
    """Return the content-security-policy sources that allow the document's inline scripts and no others."""
    scripts = re.findall(r"<script>(.*?)</script>", first_page(), flags=re.DOTALL)
    digests = (hashlib.sha256(script.encode()).digest() for script in scripts)
    return tuple(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
