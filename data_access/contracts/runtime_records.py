"""What runtimes publish of work kept apart: how it was to be, what came of it, what was done and used.

Every write carries a `request_id`: the same request sent twice is kept once and answered twice. A record
names its session by the id its source gives it; the session need not be imported yet.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from data_access.contracts.case_calls import RequestId
from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.given_values import InOneLine, PlainId
from data_access.contracts.isolation import IsolationRequest, IsolationResult
from data_access.contracts.operations import AgentOperation, ResourceSample


class RuntimeWrite(Contract):
    """What every record of a runtime carries."""

    request_id: Annotated[RequestId, InOneLine]
    """Your own id of this request, best a UUID. Repeat it only to repeat the same request: it is then
    answered as before and not kept again."""
    conversation_id: PlainId
    """The session it belongs to: its native id or key."""


class RecordIsolationRequestCall(RuntimeWrite, IsolationRequest):
    """How a task is to be kept apart."""

    agent_id: PlainId | None = None
    """The worker that is given the task."""


class PublishIsolationResultCall(RuntimeWrite, IsolationResult):
    """What came out of a task that was kept apart."""

    agent_id: PlainId | None = None
    """The worker that did it."""


class RecordAgentOperationCall(RuntimeWrite, AgentOperation):
    """An operation of an agent: install, execute, download or write. Reading is none."""


class RecordResourceSampleCall(RuntimeWrite, ResourceSample):
    """What an agent used at one moment; what was not measured is left out, never 0."""


class RuntimeReceipt(Contract):
    """Says that a record was kept."""

    request_id: str
    record_id: int
    """Number of the record on this desk."""
    conversation_id: str
    recorded_at: UtcTime
    secrets_masked: int = Field(default=0, ge=0)
    """Secrets that were found in your texts and replaced before anything was stored."""
    replayed: bool = False
    """True when this request was answered before; nothing was kept again."""
