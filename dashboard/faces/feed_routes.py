"""What waits for people and what happened last, as feeds: JSON Feed 1.1 and Atom (RFC 4287).

Behind the same access as the rest of the API. Texts are plain: no item holds HTML.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote, urlencode, urlsplit
from xml.etree import ElementTree

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dashboard.faces.access import FEEDS, caller_of
from dashboard.faces.caller import Caller
from dashboard.faces.calls import BY_NAME
from dashboard.faces.error_answers import error_answer
from dashboard.faces.time_limit import within_time
from dashboard.webhook import public_address
from dashboard.wording import Words, words
from data_access.contracts.happenings import CaseHappening
from data_access.contracts.inbox import Inbox, InboxCase, OwedItem
from data_access.errors import CaseboardError, InvalidInput, Problem
from data_access.reading.case_happenings import case_happenings
from data_access.reading.inbox import inbox
from data_access.rules.text_safety import one_line, visible_lines

_JSON, _ATOM = FEEDS
_WAITING, _HAPPENED = 100, 50
"""So many of each are listed."""
_BEFORE_ANY = datetime(2026, 1, 1, tzinfo=UTC)
"""When a feed without items was updated."""
_ATOM_SPACE = "http://www.w3.org/2005/Atom"
_XML_REFUSES = {code: None for code in (*range(0x20), 0xFFFE, 0xFFFF) if code not in (0x9, 0xA, 0xD)}
_ASKED_OR_PROPOSED = {"question_asked": "question", "action_proposed": "approval"}
"""What waits is listed as such, and not once more as what happened."""


@dataclass(frozen=True)
class Entry:
    """One item of a feed."""

    place: str
    """Unique on this desk, the same as long as the item is in the feed."""
    title: str
    text: str
    path: str
    at: datetime
    tags: tuple[str, ...]


@dataclass(frozen=True)
class Feed:
    """A feed, whatever it is written as."""

    title: str
    text: str
    language: str
    public_url: str
    entries: tuple[Entry, ...]

    def id_of(self, place: str) -> str:
        """Return an id as a tag URI (RFC 4151) of the host that people reach."""
        return f"tag:{urlsplit(self.public_url).hostname},2026:{place}"


def feed_routes() -> list[Route]:
    """Return the route of each feed."""
    return [
        Route(_JSON, _endpoint(json_feed, "application/feed+json")),
        Route(_ATOM, _endpoint(atom_feed, "application/atom+xml")),
    ]


def _endpoint(write: Callable[[Feed, str], bytes], kind: str) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            caller, language = caller_of(request), _language(request)
            caller.principal.require("read")
            path = request.url.path
            body = await within_time(BY_NAME["read_inbox"], lambda: write(feed_of(caller, language), path))
        except CaseboardError as fault:
            return error_answer(fault)
        tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        headers = {"etag": tag, "cache-control": "private, no-cache"}
        if tag in [
            one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")
        ]:
            return Response(status_code=304, headers=headers)
        return Response(body, media_type=kind, headers=headers)

    return endpoint


def _language(request: Request) -> str | None:
    given = dict(request.query_params)
    language = given.pop("lang", None)
    if given or language not in (None, "en", "zh"):
        wrong = Problem("lang", "a feed takes `lang` alone, `en` or `zh`", "Leave the rest out.")
        raise InvalidInput("The feed cannot be asked so.", problems=(wrong,))
    return language


def feed_of(caller: Caller, language: str | None) -> Feed:
    """Return what waits, then what happened last, the latest first."""
    w = words(language or caller.desk.settings.language)
    waiting = inbox(caller.store, limit=_WAITING)
    happened = case_happenings(caller.store, limit=_HAPPENED)
    open_now = {(item.kind, item.task_id, item.item_id) for item in waiting.items}
    new = [
        one
        for one in happened.items
        if (_ASKED_OR_PROPOSED.get(one.kind), one.task_id, one.item_id) not in open_now
    ]
    entries = [*_waiting_entries(waiting, w), *(_happened_entry(one, w) for one in new)]
    counts = {"waiting": waiting.total, "shown": len(waiting.items)}
    return Feed(
        title=w.digest.feed_title,
        text=w.digest.feed_text.format(**counts),
        language=w.language,
        public_url=public_address(caller.desk.settings),
        entries=tuple(sorted(entries, key=lambda entry: (entry.at, entry.place), reverse=True)),
    )


def _waiting_entries(waiting: Inbox, w: Words) -> list[Entry]:
    cases = {case.task_id: case for case in waiting.cases}
    return [_waiting_entry(item, cases[item.task_id], w) for item in waiting.items]


def _waiting_entry(item: OwedItem, case: InboxCase, w: Words) -> Entry:
    kind = w.inbox.kinds[item.kind]
    told = [item.why, w.inbox.effects[item.effect], case.title]
    return Entry(
        place=_place("waits", item.kind, item.task_id, item.item_id),
        title=w.digest.waiting_title.format(kind=kind, title=one_line(item.title, 200)),
        text="\n".join(visible_lines(part) for part in told if part),
        path=f"inbox?{urlencode({'case': item.task_id})}",
        at=item.since_at,
        tags=(item.kind, case.origin),
    )


def _happened_entry(one: CaseHappening, w: Words) -> Entry:
    kind = w.digest.kinds[one.kind]
    told = [w.digest.details.get(one.detail or ""), w.digest.by.format(who=one.who) if one.who else None]
    revision = {"revision": one.item_id} if one.kind in ("report_published", "report_signed_off") else {}
    page = "report" if revision or one.kind == "discussion_message" else "investigation"
    return Entry(
        place=_place("happened", one.kind, one.task_id, one.item_id, one.happened_at.isoformat()),
        title=f"{kind}: {one_line(one.title or one.case_title, 200)}",
        text="\n".join(visible_lines(part) for part in (*told, one.case_title) if part),
        path=f"{page}?{urlencode({'case': one.task_id, **revision})}",
        at=one.happened_at,
        tags=(one.kind, one.origin),
    )


def _place(*parts: str) -> str:
    return "/".join(quote(part, safe="") for part in parts)


def json_feed(feed: Feed, path: str) -> bytes:
    """Write the feed as JSON Feed 1.1."""
    document = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": f"{feed.public_url}/inbox",
        "feed_url": f"{feed.public_url}{path}",
        "description": feed.text,
        "language": feed.language,
        "items": [
            {
                "id": feed.id_of(entry.place),
                "url": f"{feed.public_url}/{entry.path}",
                "title": entry.title,
                "content_text": entry.text,
                "date_published": _moment(entry.at),
                "tags": list(entry.tags),
            }
            for entry in feed.entries
        ],
    }
    return orjson.dumps(document)


def atom_feed(feed: Feed, path: str) -> bytes:
    """Write the feed as Atom."""
    root = ElementTree.Element("feed", {"xmlns": _ATOM_SPACE, "xml:lang": feed.language})
    _add(root, "title", feed.title)
    _add(root, "subtitle", feed.text)
    _add(root, "id", feed.id_of("inbox"))
    _add(root, "updated", _moment(max((entry.at for entry in feed.entries), default=_BEFORE_ANY)))
    _add(root, "link", rel="self", href=f"{feed.public_url}{path}", type="application/atom+xml")
    _add(root, "link", rel="alternate", href=f"{feed.public_url}/inbox", type="text/html")
    _add(_add(root, "author"), "name", "Caseboard")
    for entry in feed.entries:
        item = _add(root, "entry")
        _add(item, "id", feed.id_of(entry.place))
        _add(item, "title", entry.title)
        _add(item, "updated", _moment(entry.at))
        _add(item, "published", _moment(entry.at))
        _add(item, "link", rel="alternate", href=f"{feed.public_url}/{entry.path}", type="text/html")
        _add(item, "content", entry.text, type="text")
        for tag in entry.tags:
            _add(item, "category", term=tag)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _add(
    parent: ElementTree.Element, name: str, text: str | None = None, **given: str
) -> ElementTree.Element:
    made = ElementTree.SubElement(parent, name, given)
    made.text = None if text is None else text.translate(_XML_REFUSES)
    return made


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")
