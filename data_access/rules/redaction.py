r"""Masks secrets before anything is stored: a fast hint over everything, a careful look only where it hits.

The detector is `detect-secrets`; patterns of our own stand where it has none or knows only a prefix. Every
pattern of ours runs in linear time. A mask keeps the kind of secret and no part of it, for example
`[masked: aws key]`. Keys of objects, ids, hashes and prose about passwords are left alone; entropy is no
evidence here. What is masked is gone: the source file keeps it, the desk does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple, Protocol

import re2

from data_access.rules.text_safety import without_surrogates

_NAME = (
    r"(?:pass(?:word|wd|phrase)|pwd|secret|api[_-]?key|(?:access|account|auth|client|private|service|signing"
    r"|encryption|master|shared|storage)[_-]?key|(?:access|auth|refresh|session|id|bearer|api|bot|user|app"
    r"|github|gitlab|slack|npm|deploy|csrf|jwt)[_-]?token)"
)
"""Names whose value is a secret."""
_ESCAPED_CHINESE_NAME = r"\\+u5bc6\\+u7801|\\+u53e3\\+u4ee4|\\+u5bc6\\+u94a5|\\+u4ee4\\+u724c"
_CHINESE_NAME = f"(?:密码|口令|密钥|令牌|{_ESCAPED_CHINESE_NAME})"
_PLAIN = r"[^\s\"'`\\<>{}()\[\]$,;|]"
_QUOTED = r"[^\s\"'`\\]"
_VALUE_HINT = rf"(?:[\\\"'`]*[\"'`]{_QUOTED}{{6}}|\\*{_PLAIN}{{6}})"
_VENDOR_PREFIX = (
    r"(?:hf_|gsk_|xai-|pplx-|r8_|ntn_|sbp_|lin_api_|shp(?:at|ca|pa|ss)_|do[por]_v1_|hvs\.)[A-Za-z0-9_-]{24}"
)

_HINTS = (
    r"(?:A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA)[0-9A-Z]{16}",
    r"(?i:aws[^\n]{0,20}(?:key|pwd|pw|pass|token)[^\n]{0,20}[\"'][0-9a-z/+]{40})",
    r"(?:gh[oprsu]|github_pat)_[A-Za-z0-9_]{20}",
    r"(?:gl(?:pat|dt|ft|soat|rt|cbt|imt|ptt|agent|oas|ffct)-|GR1348941)[A-Za-z0-9_-]{20}",
    r"(?i:xox[a-z]-[0-9a-z-]{10})|xapp-[0-9]-[A-Z0-9]|(?i:hooks\.slack\.com\\?/services\\?/T)",
    r"[rs]k_(?:live|test)_[0-9a-zA-Z]{16}|whsec_[A-Za-z0-9+/]{20}",
    r"PRIVATE KEY(?: BLOCK)?-----|Private-Lines: [0-9]",
    r"eyJ[A-Za-z0-9_=-]+\.[A-Za-z0-9_=-]",
    r"sk-[A-Za-z0-9_-]{20}",
    r"cb_[A-Za-z0-9_-]{32}",
    r"AIza[0-9A-Za-z_-]{35}|ya29\.[0-9A-Za-z_-]{20}|GOCSPX-[A-Za-z0-9_-]{20}",
    r":\\?/\\?/[^:/?#@\s\"\\]+:[^:/?#@\s\"\\]+@",
    r"AccountKey=[a-zA-Z0-9+/=]{40}|(?:[?&]|\\u0026)sig=[A-Za-z0-9%/+=]{40}",
    r"npm_[A-Za-z0-9]{36}|_authToken|pypi-AgE[A-Za-z0-9_-]{40}|dckr_pat_[A-Za-z0-9_-]{20}",
    _VENDOR_PREFIX,
    r"SG\.[a-zA-Z0-9_-]{22}\.|sq0(?:csp|atp)-[0-9A-Za-z_-]{20}|(?:AC|SK)[a-z0-9]{32}|[0-9]{8}:[0-9A-Za-z_-]{35}",
    r"ATATT3[A-Za-z0-9_=-]{40}|AGE-SECRET-KEY-1|LTAI[A-Za-z0-9]{12}|AKID[A-Za-z0-9]{28}|dapi[0-9a-f]{32}",
    r"(?i:(?:bearer|basic)(?:[ \t]|\\t)+[a-z0-9._~+/=-]{12})",
    rf"(?i:{_NAME}[\w-]*[\\\"'`\]]*(?:[ \t]|\\t)*[:=][:=>]*(?:[ \t]|\\t)*{_VALUE_HINT})",
    rf"(?i:--{_NAME}(?:[ \t=]|\\t)+{_VALUE_HINT})",
    rf"{_CHINESE_NAME}[ \t\"]*(?:[:=]|：|是|为)[ \t]*{_VALUE_HINT}",
    _ESCAPED_CHINESE_NAME,
)
SECRET_HINT_PATTERN = "|".join(_HINTS)
"""RE2 (also for DuckDB's `regexp_matches`): a text without a match holds no secret that the desk knows.

It reads JSON lines and decoded text alike and never matches across a newline.
"""


class _Pattern(Protocol):
    def finditer(self, text: str) -> Iterator[Any]: ...


_Accepts = Callable[[Any], bool]


class _Kind(NamedTuple):
    """How one kind of secret is found; `group` is the part of a match that is masked."""

    words: str
    pattern: _Pattern
    group: int = 0
    accepts: _Accepts | None = None


def hint_places(data: bytes) -> list[int]:
    """Return where `data`, whole lines of a file, may hold a secret."""
    return [match.start() for match in _hint_in_bytes().finditer(data)]


def has_hint_in_bytes(data: bytes) -> bool:
    """Tell whether `data`, a text in UTF-8, may hold a secret."""
    return _hint_in_bytes().search(data) is not None


def has_hint(text: str) -> bool:
    """Tell whether `text` may hold a secret."""
    return _hint_in_text().search(text) is not None


def mask_text(text: str) -> tuple[str, int]:
    """Return `text` with each secret replaced by its kind, and how many there were."""
    text = without_surrogates(text)  # RE2 reads UTF-8, which has no place for them
    if not has_hint(text):
        return text, 0
    count = 0
    for kind in _kinds():
        text, found = _mask_kind(text, kind)
        count += found
    return text, count


def mask_value(value: Any) -> tuple[Any, int]:
    """Return a decoded JSON value with the secrets in its strings masked, and how many there were.

    Keys stay as they are; the value of a key such as `api_key` is a secret if it looks like one. Containers
    without a secret are returned as they are, others are copied.
    """
    if isinstance(value, str):
        return mask_text(value)
    if isinstance(value, list):
        return _mask_list(value)
    if isinstance(value, dict):
        return _mask_dict(value)
    return value, 0


def _mask_list(items: list[Any]) -> tuple[list[Any], int]:
    masked = [mask_value(item) for item in items]
    count = sum(number for _, number in masked)
    return ([item for item, _ in masked], count) if count else (items, 0)


def _mask_dict(items: dict[str, Any]) -> tuple[dict[str, Any], int]:
    masked = {key: _mask_member(key, item) for key, item in items.items()}
    count = sum(number for _, number in masked.values())
    return ({key: item for key, (item, _) in masked.items()}, count) if count else (items, 0)


def _mask_member(key: str, value: Any) -> tuple[Any, int]:
    masked, count = mask_value(value)
    if count == 0 and isinstance(value, str) and _SECRET_KEY.search(key) and _looks_secret(value):
        return _mask("password"), 1
    return masked, count


def _mask(words: str) -> str:
    return f"[masked: {words}]"


def _mask_kind(text: str, kind: _Kind) -> tuple[str, int]:
    pieces: list[str] = []
    end = 0
    for match in kind.pattern.finditer(text):
        start, stop = match.span(kind.group)
        if start >= end and stop > start and (kind.accepts is None or kind.accepts(match)):
            pieces += (text[end:start], _mask(kind.words))
            end = stop
    return "".join((*pieces, text[end:])), len(pieces) // 2


@cache
def _hint_in_bytes() -> Any:
    return re2.compile(SECRET_HINT_PATTERN.encode())


@cache
def _hint_in_text() -> Any:
    return re2.compile(SECRET_HINT_PATTERN)


_SECRET_KEY = re.compile(rf"{_NAME}$", re.IGNORECASE)
_NO_SECRET = re.compile(
    r"^(?:\$|%\w+%$|%\(|\{|<|https?:|arn:|[./~@#]|[\w-]+\(|(?:process|os|env|config|settings|self|this)\.)"
    r"|(.)\1{5}|\[[^\]]*-[^\]]*\]|\(\?"
    r"|(?i:your|example|placeholder|redacted|masked|changeme|change-me|dummy|undefined|replace)"
    r"|^[A-Za-z_]+[0-9]?$|^[A-Z][A-Z_]*[A-Z0-9_]$|^[a-z0-9]+(?:[._-][a-z]+)+$|^[0-9.,:/-]+$"
    r"|^(?i:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$"
)
_CODE = re.compile(r"[()\[\]{}<>]|::|->|//|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$")
_SWITCH = re.compile(r"(?<=[A-Za-z])[0-9]|(?<=[0-9])[A-Za-z]")
_SAFE_SUFFIX = re.compile(
    r"(?:names?|ids?|ref|arn|path|file|dir|type|len|length|size|count|hint|url|uri|field|label|env|var|policy"
    r"|manager|expir\w*|at|in|index|version|format|prefix|pattern|regex|limit|tokens|usage|hash)$",
    re.IGNORECASE,
)
_NO_PASSWORD = re.compile(r"^(?:[{<$%*].*|\*+|x+|pass(?:word|wd)?|pwd?|secret|token)$", re.IGNORECASE)
_SIGNS = frozenset("!@#$%^&*+=/~|")


def _looks_secret(value: str) -> bool:
    """Tell a value from a placeholder, a reference, a word: letters with digits or signs among them."""
    if not 6 <= len(value) <= 500 or any(sign.isspace() for sign in value) or _NO_SECRET.search(value):
        return False
    return any(sign.isalpha() for sign in value) and any(sign.isdigit() or sign in _SIGNS for sign in value)


def _looks_random(value: str) -> bool:
    """Tell an unquoted secret from code: digits and letters mixed, nothing of a call, a path or a number."""
    if len(value) < 8 or not _looks_secret(value) or _CODE.search(value):
        return False
    switches = len(_SWITCH.findall(value))
    return switches >= 3 or (switches >= 1 and not _SIGNS.isdisjoint(value))


def _has_digit(match: Any) -> bool:
    return any(sign.isdigit() for sign in match.group(0))


def _is_no_gene(match: Any) -> bool:
    """A stretch of DNA looks like an access key."""
    return not set(match.group(1)) <= set("ACGTN")


def _is_web_token(match: Any) -> bool:
    from detect_secrets.plugins.jwt import JwtTokenDetector

    return JwtTokenDetector.is_formally_valid(match.group(1).rstrip("."))


def _is_random(match: Any) -> bool:
    return _looks_random(match.group(1))


def _is_password(match: Any) -> bool:
    return _NO_PASSWORD.search(match.group(1)) is None


def _is_assigned_quoted(match: Any) -> bool:
    return _SAFE_SUFFIX.search(match.group(1)) is None and _looks_secret(match.group(2))


def _is_assigned_bare(match: Any) -> bool:
    return _SAFE_SUFFIX.search(match.group(1)) is None and _looks_random(match.group(2))


_EDGE = r"(?:\b|\\+(?:[nrtbf]|u[0-9a-f]{4}))"
"""A word begins: also behind an escape, because logs hold JSON inside JSON."""
_GAP = r"(?:\\+[nrt]|[\s\"'+,\\])*"
_MARKER = r"PRIVATE KEY(?: BLOCK)?-----"
_KEY_BLOCK = "".join(
    (
        rf"-----BEGIN [A-Z0-9 ]*{_MARKER}(?:{_GAP}[A-Za-z-]+: [^\n\\]{{0,200}})*",
        rf"(?:{_GAP}[A-Za-z0-9+/=]{{16,}})+",
        rf"(?:(?:{_GAP}[A-Za-z0-9+/=]{{1,15}})?{_GAP}-----END [A-Z0-9 ]*{_MARKER}",
        rf"|{_GAP}[A-Za-z0-9+/=]{{1,15}}$)?",
    )
)
_ASSIGNED = rf"(?i){_NAME}([\w-]*)[\\\"'`\]]*[ \t]*[:=][:=>]*[ \t]*"


def _token(words: str, pattern: str, accepts: _Accepts | None = None) -> _Kind:
    """Return a kind that is recognised by its own form."""
    return _Kind(words, re2.compile(f"{_EDGE}({pattern})"), 1, accepts)


def _given(words: str, pattern: str, accepts: _Accepts | None = None, group: int = 1) -> _Kind:
    """Return a kind that is recognised by what stands before it."""
    return _Kind(words, re2.compile(pattern), group, accepts)


def _kinds_by_form() -> Iterator[_Kind]:
    yield _given("private key", _KEY_BLOCK, group=0)
    yield _given("private key", r"Private-Lines: [0-9]+(?:\s*[A-Za-z0-9+/=]{16,})+", group=0)
    yield _given("password", r"://[^/?#\s\"'\\@:]+:([^/?#\s\"'\\@]{3,})@", _is_password)
    yield _token("caseboard token", r"cb_[A-Za-z0-9_-]{32,}", _has_digit)
    yield _token("github token", r"gh[oprsu]_[A-Za-z0-9_]{36,}|github_pat_[A-Za-z0-9_]{22,}")
    yield _token(
        "slack token", r"(?i:xox[a-z]-[0-9a-z-]{10,})|xapp-[0-9]-[A-Z0-9]+-[0-9]+-[a-f0-9]+", _has_digit
    )
    yield _token("stripe key", r"[rs]k_(?:live|test)_[0-9a-zA-Z]{16,}|whsec_[A-Za-z0-9+/]{20,}=*")
    yield _token("api key", r"sk-(?:ant|or|proj|svcacct|admin)-[A-Za-z0-9_-]{20,}", _has_digit)
    yield _token("api key", r"sk-[A-Za-z0-9_-]*[A-Za-z0-9]{20,}", _has_digit)
    yield _token("google key", r"AIza[0-9A-Za-z_-]{35}|ya29\.[0-9A-Za-z_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}")
    yield _given("azure key", r"(?:AccountKey=|[?&]sig=)([A-Za-z0-9%/+=]{40,})")
    yield _token("registry token", r"npm_[A-Za-z0-9]{36}|pypi-AgE[A-Za-z0-9_-]{40,}|dckr_pat_[\w-]{20,}")
    yield _given("registry token", r"_authToken\\*[\"']?[ \t]*[=:][ \t]*\\*[\"']?([A-Za-z0-9_/+=.-]{16,})")
    yield _token("api key", rf"{_VENDOR_PREFIX}[A-Za-z0-9_-]*", _has_digit)
    yield _token("api key", r"sq0atp-[0-9A-Za-z_-]{22}|ATATT3[A-Za-z0-9_=-]{40,}")
    yield _token("api key", r"AGE-SECRET-KEY-1[0-9A-Z]{50,}|dapi[0-9a-f]{32}\b")
    yield _token("api key", r"(?:LTAI[A-Za-z0-9]{12,26}|AKID[A-Za-z0-9]{28,40})\b", _has_digit)
    yield _token("json web token", r"eyJ[A-Za-z0-9_=-]+\.[A-Za-z0-9_=-]+\.?[A-Za-z0-9_.+/=-]*", _is_web_token)


def _kinds_by_name() -> Iterator[_Kind]:
    yield _given("authorization", r"(?i)(?:bearer|basic)[ \t]+([a-z0-9._~+/=-]{12,})", _is_random)
    quoted = rf"[a-z]?\\*[\"'`]({_QUOTED}{{6,500}})\\*[\"'`]"
    yield _given("password", _ASSIGNED + quoted, _is_assigned_quoted, group=2)
    yield _given("password", rf"{_ASSIGNED}({_PLAIN}{{8,500}})", _is_assigned_bare, group=2)
    yield _given("password", rf"(?i)--{_NAME}[ \t=]+\\*[\"'`]?({_PLAIN}{{6,500}})", _is_random)
    chinese = rf"{_CHINESE_NAME}[ \t\"]*(?:[:=：是为]|\\+uff1a)[ \t]*[\"'`]?"
    yield _given("password", rf"{chinese}({_PLAIN}{{6,500}})", _is_random)


@cache
def _kinds() -> tuple[_Kind, ...]:
    """Build the detectors once, on the first hint: their library is slow to load."""
    from detect_secrets.plugins import (
        aws,
        azure_storage_key,
        gitlab_token,
        npm,
        openai,
        pypi_token,
        sendgrid,
        slack,
        square_oauth,
        stripe,
        telegram_token,
        twilio,
    )

    def linear(words: str, pattern: re.Pattern[str], accepts: _Accepts | None = None) -> _Kind:
        flags = "(?i)" if pattern.flags & re.IGNORECASE else ""
        return _Kind(words, re2.compile(flags + pattern.pattern), min(pattern.groups, 1), accepts)

    def edged(words: str, pattern: re.Pattern[str]) -> _Kind:
        return _Kind(words, re2.compile(rf"{_EDGE}({pattern.pattern})\b"), 1, _is_no_gene)

    access_key, secret_key = aws.AWSKeyDetector.denylist
    plugins = (
        ("azure key", azure_storage_key.AzureStorageKeyDetector),
        ("registry token", npm.NpmDetector),
        ("api key", openai.OpenAIDetector),
        ("registry token", pypi_token.PypiTokenDetector),
        ("api key", sendgrid.SendGridDetector),
        ("slack token", slack.SlackDetector),
        ("api key", square_oauth.SquareOAuthDetector),
        ("stripe key", stripe.StripeDetector),
        ("bot token", telegram_token.TelegramBotTokenDetector),
    )
    return (
        *_kinds_by_form(),
        edged("aws key", access_key),
        linear("aws key", secret_key),
        *(linear(words, pattern) for words, plugin in plugins for pattern in plugin.denylist),
        *(edged("api key", pattern) for pattern in twilio.TwilioKeyDetector.denylist),
        # looks ahead, which RE2 cannot; its repetitions are bounded, so it stays linear
        *(_Kind("gitlab token", pattern) for pattern in gitlab_token.GitLabTokenDetector.denylist),
        *_kinds_by_name(),
    )
