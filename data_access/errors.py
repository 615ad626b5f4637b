"""The errors of the desk: one base class, a stable code each, data instead of prose where a face needs it.

Raised where the fault is known, translated once per face (REST, MCP, command line, page).
A message says what, which, and what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: where it stands, why it is wrong, how to mend it."""

    where: str
    why: str
    fix: str


class CaseboardError(Exception):
    """Base of every error the desk raises on purpose."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str, *, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.problems = problems


class InvalidInput(CaseboardError):
    """The caller gave a value that cannot be used."""

    code = "invalid_input"


class UnknownParameter(InvalidInput):
    """The caller gave a parameter that this call does not have."""

    code = "unknown_parameter"


class NotFound(CaseboardError):
    """No record has this id."""

    code = "not_found"


class AmbiguousId(CaseboardError):
    """An id fits several records; `candidates` lists their keys."""

    code = "ambiguous_id"

    def __init__(self, message: str, *, candidates: tuple[str, ...]) -> None:
        super().__init__(message)
        self.candidates = candidates


class SourceNotFound(CaseboardError):
    """An import path does not exist or cannot be read."""

    code = "source_not_found"


class UnknownFormat(CaseboardError):
    """No importer recognises the source."""

    code = "unknown_format"


class SourceNotAllowed(CaseboardError):
    """A server path lies outside the configured import roots."""

    code = "source_not_allowed"


class PriceFileInvalid(CaseboardError):
    """A user's price file does not follow its documented form."""

    code = "price_file_invalid"


class GitMissing(CaseboardError):
    """There is no git on this machine."""

    code = "git_missing"


class GitTooOld(CaseboardError):
    """The git of this machine is too old for what is asked of it."""

    code = "git_too_old"


class NoRepository(CaseboardError):
    """A path is no folder, or is in no git repository."""

    code = "no_repository"


class RepositoryNotOwned(CaseboardError):
    """Git does not read a repository that belongs to another user."""

    code = "repository_not_owned"


class RepositoryUnreadable(CaseboardError):
    """Git finds a repository and cannot read it."""

    code = "repository_unreadable"


class PolicyFileInvalid(CaseboardError):
    """An owner's policy file does not follow its documented form."""

    code = "policy_file_invalid"


class StoreError(CaseboardError):
    """The database cannot be used."""

    code = "store_error"


class StoreHeld(StoreError):
    """Another process owns the database file; `pid` and `address` name it where known."""

    code = "store_held"

    def __init__(self, message: str, *, pid: int | None = None, address: str | None = None) -> None:
        super().__init__(message)
        self.pid = pid
        self.address = address


class StoreNewer(StoreError):
    """The database was written by a newer release than this one."""

    code = "store_newer"


class StoreCorrupt(StoreError):
    """The file is damaged."""

    code = "store_corrupt"


class NotADatabase(StoreError):
    """The file is something else."""

    code = "not_a_database"


class StoreMissing(StoreError):
    """There is no database where one is to be read."""

    code = "store_missing"


class StorePathInvalid(StoreError):
    """The path cannot be a database file: a folder, a device, or below a file."""

    code = "store_path_invalid"


class StoreNotPermitted(StoreError):
    """The system does not let this user read or write the database or its folder."""

    code = "store_not_permitted"


class DiskFull(StoreError):
    """The disk, or the user's share of it, has no room left."""

    code = "disk_full"


class TargetInvalid(CaseboardError):
    """A backup or an export cannot be written where it was asked to."""

    code = "target_invalid"


class AddressInUse(CaseboardError):
    """The address a desk is to listen on is taken."""

    code = "address_in_use"


class RequestIdReused(CaseboardError):
    """A request id was used before for another payload."""

    code = "request_id_reused"


class PermissionDenied(CaseboardError):
    """The principal lacks the scope that a write needs."""

    code = "permission_denied"


class TokenRequired(CaseboardError):
    """This desk has tokens, or is asked from another machine: a caller shows one."""

    code = "token_required"


class TokenInvalid(CaseboardError):
    """The token is not one of this desk, or was revoked."""

    code = "token_invalid"


class TokenExpired(CaseboardError):
    """The token is one of this desk and its time is over."""

    code = "token_expired"


class NoTokens(CaseboardError):
    """A desk is not opened to other machines before it has a token."""

    code = "no_tokens"


class NoSignIn(CaseboardError):
    """Pages are not opened to other machines before people sign in, unless somebody says they may be."""

    code = "no_sign_in"


class SignInRequired(CaseboardError):
    """Something of the pages is asked for by somebody who has not signed in, or whose sign-in has ended."""

    code = "sign_in_required"


class SignInInvalid(CaseboardError):
    """What the provider of identities says of a person cannot be used."""

    code = "sign_in_invalid"


class ForeignHost(CaseboardError):
    """The request names a host, or comes from a page of a host, that is not this desk."""

    code = "foreign_host"


class BodyTooLarge(CaseboardError):
    """The request carries more than this call takes."""

    code = "body_too_large"


class ReceivedFull(CaseboardError):
    """The logs that others sent take all the room this desk gives them."""

    code = "received_full"


class BodyNotJson(CaseboardError):
    """A call that takes JSON was given something else."""

    code = "body_not_json"


class MethodNotAllowed(CaseboardError):
    """The address exists and does not take this method."""

    code = "method_not_allowed"


class TimeLimit(CaseboardError):
    """The answer took longer than a request may."""

    code = "time_limit"


class MediaTypeUnknown(CaseboardError):
    """The body of a request is in a form that this address does not read."""

    code = "media_type_unknown"


class ReceiverFull(CaseboardError):
    """More arrives than the desk can store for now; what was sent is to be sent again in a moment."""

    code = "receiver_full"


class DeskBusy(CaseboardError):
    """The desk has as much to do as it takes on; ask again in a moment."""

    code = "desk_busy"


class DeskUnreachable(CaseboardError):
    """A desk that should be running does not answer."""

    code = "desk_unreachable"


class CaseRefused(CaseboardError):
    """A rule of cases does not allow this write."""

    code = "case_refused"


class LeaseLost(CaseRefused):
    """The session no longer holds the lease of its task: it ran out, was given back, or was never its own."""

    code = "lease_lost"


class StaleGeneration(CaseRefused):
    """The write belongs to another generation of the task than the one that runs."""

    code = "stale_generation"


class TaskCancelled(CaseRefused):
    """A person cancelled the task; nothing more is written to it."""

    code = "task_cancelled"


class WrongStatus(CaseRefused):
    """The state table has no such move from the status that the task has."""

    code = "wrong_status"


class TaskNotQueued(WrongStatus):
    """The task cannot be claimed: another session has it, or it waits, or it has ended."""

    code = "task_not_queued"


class UnknownReference(CaseRefused):
    """The write cites a record that its task does not have."""

    code = "unknown_reference"


class FindingWithoutEvidence(CaseRefused):
    """A cause or an absence is stated without evidence."""

    code = "finding_without_evidence"


class AbsenceOnTruncatedEvidence(CaseRefused):
    """An absence rests on evidence that was cut, which cannot prove it."""

    code = "absence_on_truncated_evidence"


class GapsNotStated(CaseRefused):
    """A report of insufficient data names no open gap that says what was tried."""

    code = "gaps_not_stated"


class QuestionPending(CaseRefused):
    """A final report is published while a required question waits for a person."""

    code = "question_pending"


class ReportAfterFinal(CaseRefused):
    """The generation has its final report; only a correction of a revision may follow."""

    code = "report_after_final"


class UnknownRevision(CaseRefused):
    """The task has no report revision of this number."""

    code = "unknown_revision"


class ActionBeforeReport(CaseRefused):
    """An action is proposed before this generation has an interim or concluded report."""

    code = "action_before_report"


class ActionAfterFinal(CaseRefused):
    """An action is proposed behind the final report of this generation, which does not speak of it."""

    code = "action_after_final"


class GraphTooLarge(CaseRefused):
    """The map of the task would have more nodes or edges than a map may have."""

    code = "graph_too_large"


class MarkupNotAllowed(CaseRefused):
    """A text holds HTML or a picture, which are never shown."""

    code = "markup_not_allowed"


class DiagramNotAllowed(CaseRefused):
    """A diagram is no plain flowchart."""

    code = "diagram_not_allowed"


class DanglingEdge(CaseRefused):
    """An edge names a node that is not there."""

    code = "dangling_edge"


class FailedNodeChanged(CaseRefused):
    """A failed node of the map is given another status; a retry is a new node."""

    code = "failed_node_changed"


class PlanTooLarge(CaseRefused):
    """The plan has more steps or edges than a plan may have."""

    code = "plan_too_large"


class DuplicateId(CaseRefused):
    """Two things of one write have the same id."""

    code = "duplicate_id"


class PlanCycle(CaseRefused):
    """The edges of the plan lead in a circle."""

    code = "plan_cycle"


class CompletedWithoutEvidence(CaseRefused):
    """A step is completed without the evidence that this needs."""

    code = "completed_without_evidence"


class ReasonMissing(CaseRefused):
    """Something needs a reason and gives none."""

    code = "reason_missing"


class NodeRemoved(CaseRefused):
    """An update of the plan leaves an earlier step out."""

    code = "node_removed"


class CompletedNodeChanged(CaseRefused):
    """The title or the evidence of a completed step is changed."""

    code = "completed_node_changed"


class NotPresentable(CaseRefused):
    """The evidence cannot be shown in this way."""

    code = "not_presentable"


class AskedAgain(CaseRefused):
    """A question that was refused is asked again as if it were new."""

    code = "asked_again"


class NotSuperseded(CaseRefused):
    """A question names a question to replace that cannot be replaced."""

    code = "not_superseded"


class FactIncomplete(CaseRefused):
    """A stated fact lacks what makes it one."""

    code = "fact_incomplete"


class AttachmentRefused(CaseRefused):
    """A file is none that the desk takes: by its kind, its content, or what decoding it would need."""

    code = "attachment_refused"


class AttachmentGone(NotFound):
    """The desk knows of a file and does not have it."""

    code = "attachment_gone"


class NotCorrectable(CaseRefused):
    """A record cannot be corrected or withdrawn, because that has happened already."""

    code = "not_correctable"


class WindowInvalid(CaseRefused):
    """A window of time ends before it begins."""

    code = "window_invalid"


class ExpiryPassed(CaseRefused):
    """Something is to expire at a moment that has passed already."""

    code = "expiry_passed"


class CaseWrittenSince(CaseboardError):
    """An import is not removed: somebody wrote to a case that it brought."""

    code = "case_written_since"


class AlreadyAnswered(CaseRefused):
    """Somebody else was faster: `winner` is the answer that holds."""

    code = "already_answered"

    def __init__(
        self, message: str, *, winner: Mapping[str, Any], problems: tuple[Problem, ...] = ()
    ) -> None:
        super().__init__(message, problems=problems)
        self.winner = winner


class DraftSent(CaseboardError):
    """What is being written was sent before, from another tab."""

    code = "draft_sent"


class DraftTooLarge(CaseboardError):
    """More is being written than drafts hold."""

    code = "draft_too_large"


class NoticeSettled(CaseboardError):
    """Nothing more can be done with a notice."""

    code = "notice_settled"


class QuestionSettled(CaseRefused):
    """The question waits for nobody any more."""

    code = "question_settled"


class QuestionClaimed(CaseRefused):
    """Somebody else says that they are about to answer the question."""

    code = "question_claimed"


class AnswerEmpty(CaseRefused):
    """An answer holds neither words nor values."""

    code = "answer_empty"


class FieldValueInvalid(CaseRefused):
    """A value does not fit the field of the question."""

    code = "field_value_invalid"


class AlreadyDecided(CaseRefused):
    """The proposed action was decided, has expired or was cancelled before."""

    code = "already_decided"


class AlreadySignedOff(CaseRefused):
    """The same person signed off the revision before."""

    code = "already_signed_off"


class ActionNotApproved(CaseRefused):
    """An action is reported done that nobody approved."""

    code = "action_not_approved"


class AlreadyReported(CaseRefused):
    """The action was reported done before."""

    code = "already_reported"


class NotConfirmable(CaseRefused):
    """There is nothing to confirm in this fact."""

    code = "not_confirmable"
