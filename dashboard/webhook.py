"""Sends a notice to the receiver in the manner of Standard Webhooks: signed, and again until it is taken.

The receiver is whatever the operator set, and no answer of its own leads anywhere else: redirects are not
followed and no answer is read beyond its status. Sending waits for nobody and nobody waits for it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from urllib.parse import quote, urlsplit

import anyio
import httpx2
import orjson

from dashboard.release import release
from dashboard.settings import Settings
from data_access.contracts.notices import DueNotice, Notice
from data_access.rules.text_safety import one_line

ANSWER_SECONDS = 15.0
"""So long an attempt may take in all."""
_FIRST_DELAY = 5.0
_FACTOR = 3.0
_LONGEST_DELAY = 6 * 3600.0
_LONGEST_WISH = 24 * 3600.0
"""A receiver that names a time to wait is heeded up to a day."""
GONE = 410
_PAGES = {"discussion_message": "report", "report_signed_off": "report"}
"""Where what a notice tells of is seen; else on the first page of the case."""


@dataclass(frozen=True)
class Webhook:
    """Where notices go, what signs them, and how they lead back."""

    url: str = field(repr=False)
    secret: bytes = field(repr=False)
    keep_days: int
    public_url: str

    @property
    def receiver(self) -> str:
        """Scheme, host and port; the rest of the address may be as good as a password."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"


@dataclass(frozen=True)
class Outcome:
    """How an attempt ended."""

    status: int | None
    error: str | None
    """Why it failed; None when the receiver took the notice."""
    wait_seconds: float = 0
    """How long the receiver asks to be left alone."""

    @property
    def is_of_receiver(self) -> bool:
        """Whether the next notice would fare alike: no answer, or one that is not about this notice."""
        return self.error is not None and (
            self.status is None or self.status in (408, 425, 429) or not 400 <= self.status < 500
        )


def webhook_of(settings: Settings) -> Webhook | None:
    """Return where the settings let notices be sent; None where they let none."""
    if settings.webhook_url is None or settings.webhook_secret is None:
        return None
    return Webhook(
        settings.webhook_url, settings.webhook_secret, settings.webhook_days, public_address(settings)
    )


def public_address(settings: Settings) -> str:
    """Return the address that links of this desk begin with, without a slash at its end."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return (settings.public_url or f"http://{host}:{settings.port}").rstrip("/")


def body_of(notice: Notice, public_url: str) -> bytes:
    """Return what is sent of a notice: ids, the title of the case, one word, and the way to the desk."""
    page = _PAGES.get(notice.kind, "investigation")
    told = {
        "type": notice.kind,
        "timestamp": notice.occurred_at.isoformat().replace("+00:00", "Z"),
        "data": {
            "task_id": notice.task_id,
            "case_title": one_line(notice.case_title),
            "origin": notice.origin,
            "generation": notice.generation,
            "subject_id": notice.subject_id,
            "detail": notice.detail,
            "ordinal": notice.ordinal,
            "url": f"{public_url}/{page}?case={quote(notice.task_id, safe='')}",
        },
    }
    return orjson.dumps(told)


def headers_of(notice_id: str, body: bytes, secret: bytes, at: datetime) -> dict[str, str]:
    """Return the headers of an attempt: id, moment, and the HMAC-SHA256 of `id.moment.body`.

    After Standard Webhooks 1.0.0, symmetric signatures (`v1`).
    """
    moment = str(int(at.timestamp()))
    signed = b".".join((notice_id.encode(), moment.encode(), body))
    signature = base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    return {
        "content-type": "application/json",
        "user-agent": f"caseboard/{release()}",
        "webhook-id": notice_id,
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{signature}",
    }


def deliver(webhook: Webhook, notice: Notice, at: datetime) -> Outcome:
    """Try once to send a notice; it takes 15 seconds at most, whatever the receiver does."""
    body = body_of(notice, webhook.public_url)
    headers = headers_of(notice.notice_id, body, webhook.secret, at)
    return anyio.run(_posted, webhook.url, headers, body)


async def _posted(url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
    try:
        with anyio.fail_after(ANSWER_SECONDS):
            async with (
                httpx2.AsyncClient(timeout=ANSWER_SECONDS, follow_redirects=False) as client,
                client.stream("POST", url, headers=headers, content=body) as answer,
            ):
                return _outcome(answer.status_code, answer.headers.get("retry-after", ""))
    except (TimeoutError, httpx2.TimeoutException):
        return Outcome(None, f"no answer within {ANSWER_SECONDS:.0f} seconds")
    except (httpx2.HTTPError, OSError) as error:
        return Outcome(None, one_line(f"{type(error).__name__}: {error}".replace(url, "the receiver"), 200))


def _outcome(status: int, retry_after: str) -> Outcome:
    if 200 <= status < 300:
        return Outcome(status, None)
    asked = float(retry_after) if retry_after.isascii() and retry_after.isdigit() else 0.0
    why = " (redirects are not followed)" if 300 <= status < 400 else ""
    return Outcome(status, f"HTTP {status}{why}", min(asked, _LONGEST_WISH))


def next_try(notice: DueNotice, outcome: Outcome, at: datetime, keep_days: int) -> datetime | None:
    """Return when to try again after a failure: later each time, never all at once; None to give up."""
    grown = min(_LONGEST_DELAY, _FIRST_DELAY * _FACTOR ** min(notice.attempts, 20))
    wait = max(grown * random.uniform(0.8, 1.2), outcome.wait_seconds)  # noqa: S311 - jitter, no secret
    after = at + timedelta(seconds=wait)
    begun = notice.first_tried_at or at
    return after if after - begun <= timedelta(days=keep_days) else None
