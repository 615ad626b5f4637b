"""The words of plain sentences about what agents did, in English."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class SentenceWords:
    """Pieces of one sentence about one operation, put together by `operation_sentences`."""

    agent: str = "Agent {name}"
    some_agent: str = "An agent"
    main_agent: str = "The main agent"
    done: dict[str, str] = field(
        default_factory=lambda: {
            "install": "installed {target}{place}",
            "download": "downloaded {target}{place}",
            "write": "wrote {target}{place}",
            "execute": "ran {target}{place}",
            "install_command": "ran an install command {target}{place}",
            "download_command": "ran a download command {target}{place}",
        }
    )
    to_do: dict[str, str] = field(
        default_factory=lambda: {
            "install": "install {target}{place}",
            "download": "download {target}{place}",
            "write": "write {target}{place}",
            "execute": "run {target}{place}",
            "install_command": "run an install command {target}{place}",
            "download_command": "run a download command {target}{place}",
        }
    )
    places: dict[str, str] = field(
        default_factory=lambda: {
            "workspace": " within its workspace",
            "shared_tools": " reaching the shared tools",
            "core": " reaching the core of the application",
            "user_system": " reaching the user's system",
        }
    )
    places_put: dict[str, str] = field(
        default_factory=lambda: {
            "workspace": " into its workspace",
            "shared_tools": " into the shared tools",
            "core": " into the core of the application",
            "user_system": " into the user's system",
        }
    )
    success: str = "{who} {done}"
    failed: str = "{who} tried to {act}, and it failed"
    not_known: str = "{who} set out to {act}; it is not known whether that happened"
    stopped: dict[str, str] = field(
        default_factory=lambda: {
            "user": "{who} wanted to {act} and was stopped: a person said so",
            "policy": "{who} wanted to {act} and was stopped by a rule of its runtime",
            "auto": "{who} wanted to {act} and was stopped; nobody was asked",
            "not_told": "{who} wanted to {act} and was stopped; by whom is not recorded",
        }
    )
    approved: dict[str, str] = field(
        default_factory=lambda: {
            "user": "a person approved it",
            "policy": "a rule of its runtime approved it",
            "auto": "nobody was asked",
            "not_told": "whether anybody approved it is not recorded",
        }
    )
    rule: dict[str, str] = field(
        default_factory=lambda: {
            "needs_approval": "the policy calls for approval ({capability})",
            "denied": "the policy does not allow it ({capability})",
            "unknown": "what the policy says of it cannot be told",
        }
    )
    would_allow: str = "the policy here would allow it"
    dangerous: str = "a command of it is on the list of dangerous ones"
    between: str = "; "
    end: str = "."
