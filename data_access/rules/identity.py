"""How foreign records are named on this desk.

Foreign ids are not unique, so a record is keyed by source format, conversation and native id. The
conversation part is a short surrogate: safe in addresses, file names and JSON, the same on every import.
"""

from __future__ import annotations

import hashlib

FORMAT_CODES = {
    "snapshot": "cs",
    "claude_code": "cc",
    "codex": "cx",
    "atif": "at",
    "otlp": "ot",
    "session_state": "ss",
    "workspaces": "ws",
    "audit_log": "al",
    "resource_samples": "rs",
}


def conversation_key(source_format: str, conversation_id: str) -> str:
    """Return the desk's key of a conversation, for example `cc-0f3a5b7c9d1e2f40`."""
    code = FORMAT_CODES.get(source_format, "x")
    return f"{code}-{digest(source_format, conversation_id)}"


def call_key(source_format: str, call_id: str) -> str:
    """Return the identity of a billed call across conversations."""
    return f"{FORMAT_CODES.get(source_format, 'x')}:{call_id}"


def digest(*parts: object) -> str:
    """Return 16 hexadecimal digits that stand for the parts, order and bounds included."""
    return hashlib.blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
