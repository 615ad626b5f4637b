"""`serve`, `demo` and `caseboard` alone: a desk that answers on an address of this machine."""

from __future__ import annotations

import os
import secrets
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dashboard.commands.options import DatabaseOption, JsonOption, PolicyOption
from dashboard.commands.terminal import print_document, print_lines, progress_bar, say
from dashboard.settings import Settings, demo_database, read_settings
from data_access.errors import NoSignIn, NoTokens, Problem

if TYPE_CHECKING:
    from data_access.store.connection import Store

HostOption = Annotated[
    str | None, typer.Option("--host", help="Address of this machine to listen on; else 127.0.0.1.")
]
PortOption = Annotated[int | None, typer.Option("--port", help="Port to listen on; else 8501.")]
LanguageOption = Annotated[
    str | None, typer.Option("--language", metavar="en|zh", help="Language of whoever has chosen none.")
]

AnybodyOption = Annotated[
    bool,
    typer.Option(
        "--let-anybody-in",
        help="Open the pages to other machines without sign-in: whoever reaches them reads all of it.",
    ),
]


def serve(
    database: DatabaseOption = None,
    host: HostOption = None,
    port: PortOption = None,
    timezone: Annotated[
        str | None, typer.Option("--timezone", metavar="ZONE", help="Zone in which days are cut.")
    ] = None,
    import_roots: Annotated[
        list[Path] | None,
        typer.Option(
            "--import-root", metavar="FOLDER", help="Folder the import page may read; may be repeated."
        ),
    ] = None,
    allowed_hosts: Annotated[
        list[str] | None,
        typer.Option("--allowed-host", metavar="NAME", help="Further name of this desk; may be repeated."),
    ] = None,
    upload_limit_mb: Annotated[
        int | None, typer.Option("--upload-limit-mb", help="Largest upload in megabytes; else 200.")
    ] = None,
    prices: Annotated[Path | None, typer.Option("--prices", metavar="FILE", help="Price file.")] = None,
    policy: PolicyOption = None,
    language: LanguageOption = None,
    sign_in: Annotated[
        Path | None,
        typer.Option("--sign-in", metavar="FILE", help="File whose [auth] section lets people sign in."),
    ] = None,
    let_anybody_in: AnybodyOption = False,
    trusted_proxies: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy", metavar="ADDRESS", help="Proxy whose word on who asks counts; may be repeated."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Open the desk on a database and serve its pages until it is stopped."""
    flags = {
        "database": database,
        "host": host,
        "port": port,
        "timezone": timezone,
        "import_roots": import_roots or None,
        "allowed_hosts": allowed_hosts or None,
        "upload_limit_mb": upload_limit_mb,
        "prices": prices,
        "policy": policy,
        "language": language,
        "sign_in": sign_in,
        "let_anybody_in": let_anybody_in or None,
        "trusted_proxies": trusted_proxies or None,
    }
    run_desk(read_settings(flags), as_json=as_json)


def demo(
    database: Annotated[
        Path | None,
        typer.Option("--database", metavar="FILE", help="Database of the demo; else one of its own."),
    ] = None,
    host: HostOption = None,
    port: PortOption = None,
    language: LanguageOption = None,
    let_anybody_in: AnybodyOption = False,
    as_json: JsonOption = False,
) -> None:
    """Load the sample data into a database of its own, as if it were of today, and serve it."""
    flags = {
        "database": database or demo_database(),
        "host": host,
        "port": port,
        "language": language,
        "let_anybody_in": let_anybody_in or None,
    }
    # Sample data is for everybody; the provider of a real desk leads back to that desk and not here.
    run_desk(replace(read_settings(flags), demo=True, sign_in=None), as_json=as_json)


def run_desk(settings: Settings, *, as_json: bool = False) -> None:
    """Serve `settings` until SIGINT or SIGTERM; prints the address first.

    Raises: `AddressInUse`, `InvalidInput`, `NoTokens`, `NoSignIn`, `PolicyFileInvalid`, and the errors of
    opening a database.
    """
    from dashboard.listening import address_of, listening
    from dashboard.policy_in_force import policy_in_force
    from dashboard.sign_in import sign_in_of

    sign_in = sign_in_of(settings)
    policy_in_force(settings)  # a desk does not start with a policy that it could not ask later

    with listening(settings.host, settings.port) as door:
        from dashboard.reporting_zone import keep_reporting_zone, with_reporting_zone
        from data_access.store.connection import Store
        from data_access.store.desk_address import address_left

        address, secret = address_of(settings.host, door), secrets.token_urlsafe(32)
        with Store.open(settings.database) as store, address_left(store.path, os.getpid(), address, secret):
            _require_guards(settings, store)
            keep_reporting_zone(settings, store)
            if settings.demo:
                _load_demo(store)
            from dashboard.current_desk import Desk
            from dashboard.serve import serve as serve_desk

            settings = with_reporting_zone(settings, store)
            _announce(settings, address, as_json=as_json)
            desk = Desk(settings, store, owner_secret=secret, sign_in=sign_in)
            with _stopping_is_an_end():
                serve_desk(settings, desk=desk, door=door)


def _require_guards(settings: Settings, store: Store) -> None:
    """Refuse to open a desk to other machines while programs need no token or people no sign-in."""
    from dashboard.loopback import is_loopback
    from data_access.reading.tokens import has_tokens

    where = (
        "--host"
        if not is_loopback(settings.host)
        else "trusted_proxies"
        if settings.trusted_proxies
        else None
    )
    if where is None:
        return
    why = (
        f"{settings.host} is reached by other machines"
        if where == "--host"
        else "others come through the proxy"
    )
    no_tokens = Problem(
        where,
        f"{why}, and no program would be asked who it is",
        "Run `caseboard token create --name NAME --scope read,publish` first, or stay on this machine.",
    )
    no_sign_in = Problem(
        where,
        f"{why}, and whoever opens the pages could read all of them and decide, unasked who they are",
        'Set up sign-in (user guide, "Who may see the desk"), or say with --let-anybody-in that it is meant.',
    )
    is_anybody_let_in = settings.let_anybody_in or settings.sign_in is not None
    if not has_tokens(store):
        problems = (no_tokens,) if is_anybody_let_in else (no_tokens, no_sign_in)
        raise NoTokens("A desk that has no tokens is opened on this machine only.", problems=problems)
    if not is_anybody_let_in:
        raise NoSignIn(
            "A desk to which people do not sign in is opened on this machine only.", problems=(no_sign_in,)
        )


@contextmanager
def _stopping_is_an_end() -> Iterator[None]:
    """Let SIGINT and SIGTERM end the block, so that the database is closed and the address taken away.

    The server hands a signal on when it has shut down; with the usual handlers that would kill the process.
    """

    def end(number: int, _frame: object) -> None:
        raise _Stopped(number)

    usual = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    except _Stopped:
        say("Stopped.")
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)


class _Stopped(BaseException):
    """Somebody asked the desk to end."""


def _load_demo(store: Store) -> None:
    from data_access.writing.demo_data import load_demo

    say("Loading the sample data ...")
    with progress_bar() as progress:
        load_demo(store, datetime.now(UTC), progress=progress)


def _announce(settings: Settings, address: str, *, as_json: bool) -> None:
    if as_json:
        print_document({"address": address, "database": str(settings.database), "pid": os.getpid()})
        return
    print_lines((f"Caseboard is open at {address}", f"Database {settings.database}. Stop it with Ctrl+C."))
