"""Turns the desk's errors into answers over HTTP: one status per code, one shape for all."""

from __future__ import annotations

from collections.abc import Mapping

import orjson
from starlette.responses import Response

from dashboard.fault_document import fault_document
from data_access.errors import CaseboardError

STATUS = {
    "invalid_input": 400,
    "unknown_parameter": 400,
    "price_file_invalid": 400,
    "unknown_format": 400,
    "target_invalid": 400,
    "token_required": 401,
    "token_invalid": 401,
    "token_expired": 401,
    "sign_in_required": 401,
    "sign_in_invalid": 401,
    "permission_denied": 403,
    "source_not_allowed": 403,
    "not_found": 404,
    "source_not_found": 404,
    "method_not_allowed": 405,
    "ambiguous_id": 409,
    "request_id_reused": 409,
    "lease_lost": 409,
    "stale_generation": 409,
    "task_cancelled": 409,
    "wrong_status": 409,
    "task_not_queued": 409,
    "already_answered": 409,
    "notice_settled": 409,
    "question_settled": 409,
    "question_claimed": 409,
    "already_decided": 409,
    "already_signed_off": 409,
    "action_not_approved": 409,
    "already_reported": 409,
    "body_too_large": 413,
    "received_full": 413,
    "body_not_json": 415,
    "media_type_unknown": 415,
    "foreign_host": 421,
    "unknown_reference": 422,
    "finding_without_evidence": 422,
    "absence_on_truncated_evidence": 422,
    "gaps_not_stated": 422,
    "question_pending": 422,
    "report_after_final": 422,
    "unknown_revision": 422,
    "action_before_report": 422,
    "action_after_final": 422,
    "graph_too_large": 422,
    "dangling_edge": 422,
    "failed_node_changed": 422,
    "plan_too_large": 422,
    "duplicate_id": 422,
    "plan_cycle": 422,
    "completed_without_evidence": 422,
    "reason_missing": 422,
    "node_removed": 422,
    "completed_node_changed": 422,
    "not_presentable": 422,
    "asked_again": 422,
    "not_superseded": 422,
    "fact_incomplete": 422,
    "attachment_refused": 422,
    "attachment_gone": 404,
    "not_correctable": 422,
    "case_written_since": 409,
    "window_invalid": 422,
    "expiry_passed": 422,
    "answer_empty": 422,
    "field_value_invalid": 422,
    "not_confirmable": 422,
    "desk_busy": 429,
    "time_limit": 503,
    "disk_full": 507,
}
"""The status of each code; what is not listed is a fault of the desk and answers 503."""


def status_of(fault: CaseboardError) -> int:
    """Return the status under which `fault` is told."""
    return STATUS.get(fault.code, 503)


def error_answer(fault: CaseboardError, headers: Mapping[str, str] | None = None) -> Response:
    """Return `fault` as an answer; a caller without a good token is told how to show one."""
    status = status_of(fault)
    told = dict(headers or {})
    if fault.code.startswith("token_"):
        told.setdefault("www-authenticate", 'Bearer realm="caseboard"')
    if status in (429, 503):
        told["retry-after"] = "2"
    return Response(orjson.dumps(fault_document(fault)), status, told, media_type="application/json")
