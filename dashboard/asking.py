"""The one way in which commands ask a desk: a running one over REST, else its file directly.

Whichever it is, the same call gives the same answer and the same refusal.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import quote

from pydantic import TypeAdapter, ValidationError

from dashboard.current_desk import Desk
from dashboard.faces.answering import answer, query_of
from dashboard.faces.caller import Caller
from dashboard.faces.calls import BY_NAME, Call
from dashboard.fault_document import fault_told
from dashboard.reporting_zone import with_reporting_zone
from dashboard.settings import Settings, read_settings
from data_access.contracts.importing import ImportCall, ImportReport
from data_access.contracts.principal import LOCAL_OWNER, Face, Principal
from data_access.contracts.queries import DeskFacts, ImportJobState
from data_access.errors import DeskUnreachable, InvalidInput, Problem, StoreMissing
from data_access.store.connection import Store
from data_access.store.desk_address import DeskAddress, desk_of
from data_access.store.opening import stands_at

if TYPE_CHECKING:
    import httpx2

    from data_access.writing.import_batch import Progress

ACT_AS_AGENT = "caseboard-act-as-agent"
"""Header with which the owner's own tools ask to be taken for a local program and no more."""
_CONNECT_SECONDS = 3.0
_POLL_SECONDS = 0.2


class AskedDesk(Protocol):
    """A desk that can be asked the calls of the table."""

    settings: Settings

    def ask(self, name: str, /, **given: Any) -> Any:
        """Answer the call `name`; what is None is left out. Raises: every `CaseboardError` of the call."""


class OwnDesk:
    """A database that this process opened."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        principal: Principal = LOCAL_OWNER,
        face: Face = "command line",
    ) -> None:
        self.settings = settings
        self.store = store
        self._caller = Caller(Desk(settings, store), principal, face)

    def ask(self, name: str, /, **given: Any) -> Any:
        """Answer directly."""
        return answer(BY_NAME[name], _without_none(given), self._caller)


class RunningDesk:
    """A desk that answers over REST."""

    def __init__(self, settings: Settings, client: httpx2.Client) -> None:
        self.settings = settings
        self._client = client

    def ask(self, name: str, /, **given: Any) -> Any:
        """Answer over REST. Raises: `DeskUnreachable` too."""
        call = BY_NAME[name]
        query = query_of(call, _without_none(given))
        told = self.send(call, query.model_dump(mode="json", exclude_defaults=True))
        try:
            return TypeAdapter(call.gives).validate_json(told)
        except ValidationError as error:
            raise DeskUnreachable(
                f"The desk at {self._client.base_url} gave an answer that this release cannot read. "
                "Restart it, so that both are of one release."
            ) from error

    def send(self, call: Call, given: dict[str, Any]) -> bytes:
        """Return the JSON of an answer. Raises: what the desk says, `DeskUnreachable`."""
        import httpx2

        path, left = call.path, dict(given)
        for field in call.takes.model_fields:
            if f"{{{field}}}" in path and field in left:
                path = path.replace(f"{{{field}}}", _quoted(str(left.pop(field))))
        body: dict[str, Any] = {"json": left} if call.method == "POST" else {"params": left}
        try:
            told = self._client.request(call.method, path, timeout=call.seconds + 10, **body)
        except httpx2.HTTPError as error:
            raise DeskUnreachable(
                f"The desk at {self._client.base_url} does not answer: {error}. Start it again, or stop it."
            ) from error
        if told.status_code >= 400:
            raise fault_told(told.content, told.status_code)
        return told.content


@contextmanager
def asked_desk(
    database: Path | None, *, create: bool = False, **flags: Any
) -> Iterator[OwnDesk | RunningDesk]:
    """Lend the desk of a command: the one that runs on its database, else the database itself.

    Only a command that writes may make the file. Raises: `InvalidInput`, `StoreMissing`, `StoreHeld` and the
    other store errors.
    """
    settings = read_settings({"database": database, **flags})
    running = running_desk(settings)
    if running is not None:
        with running as desk:
            yield desk
        return
    file = settings.database
    if file is not None and not create and not stands_at(file):
        fix = "Fill one with `caseboard import PATH`, or give the right --database."
        raise StoreMissing(
            f"There is no database at {file}.",
            problems=(Problem("database", "the file does not exist", fix),),
        )
    with Store.open(file) as store:
        yield OwnDesk(with_reporting_zone(settings, store), store)


def running_desk(settings: Settings, *, as_agent: bool = False) -> AbstractContextManager[RunningDesk] | None:
    """Return a context that lends the desk running on this database as its owner; None when none answers."""
    address = desk_of(settings.database) if settings.database else None
    if address is None or address.secret is None:
        return None
    import httpx2  # only where a desk runs: it costs a command as much as its answer

    try:
        httpx2.get(f"{address.address}/api/health", timeout=_CONNECT_SECONDS, trust_env=False)
    except httpx2.HTTPError:
        return None  # its file outlived it
    return _lent(settings, address, as_agent=as_agent)


@contextmanager
def desk_at(settings: Settings, url: str, token: str | None) -> Iterator[RunningDesk]:
    """Lend the desk at an address, as whoever the token is of. Raises: `InvalidInput`, `DeskUnreachable`."""
    import httpx2

    headers = {"authorization": f"Bearer {token}"} if token else {}
    try:
        client = httpx2.Client(base_url=url.rstrip("/"), headers=headers)
    except (httpx2.InvalidURL, ValueError) as error:
        wrong = Problem("url", str(error), "Give the address of a desk, for example https://desk.example.")
        raise InvalidInput(f"{url} is no address.", problems=(wrong,)) from error
    with client:
        yield RunningDesk(settings, client)


@contextmanager
def _lent(settings: Settings, address: DeskAddress, *, as_agent: bool) -> Iterator[RunningDesk]:
    import httpx2

    headers = {"authorization": f"Bearer {address.secret}"} | ({ACT_AS_AGENT: "1"} if as_agent else {})
    # No proxy between a machine and itself.
    with httpx2.Client(base_url=address.address, headers=headers, trust_env=False) as client:
        desk = RunningDesk(settings, client)
        if not settings.timezone_is_given and not as_agent:
            facts: DeskFacts = desk.ask("read_desk")
            desk.settings = replace(settings, timezone=facts.timezone)
        yield desk


def import_through(desk: RunningDesk, call: ImportCall, step: Progress | None) -> ImportReport:
    """Let a running desk import paths of this machine; `step` is told how far it is."""
    from data_access.writing.import_batch import ImportProgress

    state: ImportJobState = desk.ask(
        "start_import",
        paths=[str(Path(path).expanduser().absolute()) for path in call.paths],
        format=call.format,
        dry_run=call.dry_run,
        together=call.together,
        prices=str(Path(call.prices).absolute()) if call.prices else None,
    )
    while state.report is None:
        time.sleep(_POLL_SECONDS)
        state = desk.ask("read_import_job", job=state.job)
        if step is not None and state.source is not None:
            step(ImportProgress(state.source, state.files_done, state.files_total or 0, state.file or ""))
    return state.report


def _without_none(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _quoted(part: str) -> str:
    return quote(part, safe="")
