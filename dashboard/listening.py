"""The door of a desk: the address it listens on, taken before anything else is opened."""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from data_access.errors import AddressInUse, InvalidInput, Problem

_OPEN_TO_ALL = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}  # noqa: S104 - read, never a default


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """Lend a socket bound to `host` and `port`. Raises: `AddressInUse`, `InvalidInput`."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        door = socket.socket(family, kind, protocol)
    except OSError as error:
        raise _no_such_host(host, error) from error
    with door:
        if sys.platform != "win32":  # there it would let two desks share a port
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind(place)
            door.listen(100)
        except OSError as error:
            raise _refused(host, port, error) from error
        yield door


def address_of(host: str, door: socket.socket) -> str:
    """Return the address a browser on this machine opens."""
    shown = _OPEN_TO_ALL.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{door.getsockname()[1]}"


def _refused(host: str, port: int, error: OSError) -> AddressInUse | InvalidInput:
    if error.errno in (errno.EADDRINUSE, errno.EACCES, errno.EPERM):
        why = (
            "another program listens there"
            if error.errno == errno.EADDRINUSE
            else "this user may not listen there"
        )
        wrong = Problem(
            "--port", why, f"Give another one, for example --port {port + 1}, or stop that program."
        )
        return AddressInUse(f"Port {port} of {host} cannot be used: {why}.", problems=(wrong,))
    return _no_such_host(host, error)


def _no_such_host(host: str, error: OSError) -> InvalidInput:
    wrong = Problem(
        "--host", f"{host} is no address of this machine ({error.strerror})", "Give 127.0.0.1 or another."
    )
    return InvalidInput(f"The desk cannot listen on {host}.", problems=(wrong,))
