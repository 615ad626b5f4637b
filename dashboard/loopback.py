"""Which addresses are this machine talking to itself, and which host a Host header names."""

from __future__ import annotations

import ipaddress

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")


def is_loopback(host: str) -> bool:
    """Say whether `host` is this machine, reached by nobody else."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def host_named(header: str) -> str:
    """Return the host of a Host header, without its port and in lower case."""
    host = header.strip().lower()
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]
