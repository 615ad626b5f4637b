"""The command line of Caseboard: which commands there are, and how each of them ends.

Exit 0 is success, 1 something the desk says no to, 2 a command that was not written right.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from typer.exceptions import TyperException

from dashboard.commands import (
    bridge,
    changes,
    cost,
    digest,
    importing,
    lists,
    policy,
    serving,
    upkeep,
    workspaces,
)
from dashboard.commands.terminal import print_document, print_fault, say
from dashboard.commands.tokens import token
from dashboard.release import release
from data_access.errors import CaseboardError

INTERRUPTED = 130

app = typer.Typer(
    name="caseboard",
    help="A review desk for multi-agent work: what the agents did, what it cost, and what people decided.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("demo")(serving.demo)
app.command("serve")(serving.serve)
app.command("import")(importing.import_)
app.command("runs")(lists.runs)
app.command("agents")(lists.agents)
app.command("cost")(cost.cost)
app.command("reprice")(cost.reprice)
app.command("events")(lists.events)
app.command("digest")(digest.digest)
app.command("changes")(changes.changes)
app.command("workspaces")(workspaces.workspaces)
app.command("check-operation")(policy.check_operation)
app.command("export")(upkeep.export)
app.command("backup")(upkeep.backup)
app.command("verify")(upkeep.verify)
app.command("doctor")(upkeep.doctor)
app.command("mcp")(bridge.mcp)
app.add_typer(token, name="token")


@app.callback(invoke_without_command=True)
def caseboard(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the release and stop.")] = False,
) -> None:
    """Open the desk on the default database, or do what a command says."""
    if version:
        sys.stdout.write(f"caseboard {release()}\n")
    elif context.invoked_subcommand is None:
        from dashboard.settings import read_settings

        serving.run_desk(read_settings())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; nothing but an error of our own making gets through."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    as_json = "--json" in given
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        ended = typer.main.get_command(app).main(given, prog_name="caseboard", standalone_mode=False)
        sys.stdout.flush()
        if ended == INTERRUPTED:
            say("Stopped.")
        return ended if isinstance(ended, int) else 0
    except CaseboardError as fault:
        print_fault(fault, as_json=as_json)
        return 1
    except TyperException as slip:
        return _usage(slip, as_json=as_json)
    except (KeyboardInterrupt, typer.Abort):
        say("Stopped.")
        return INTERRUPTED
    except BrokenPipeError:
        return _reader_left()


def _usage(slip: TyperException, *, as_json: bool) -> int:
    """Say what is wrong with the command line itself."""
    message = slip.format_message()
    if as_json:
        print_document({"error": {"code": "usage", "message": message, "problems": []}})
    context = getattr(slip, "ctx", None)  # unknown to slips that no command has seen
    if context is not None:
        say(f"{context.get_usage()}\nTry '{context.command_path} --help'.\n")
    say(f"Error: {message}")
    return 2


def _reader_left() -> int:
    """Whoever read our output has stopped: end without a word, and keep the interpreter from trying again."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def run() -> None:
    """Run as a console script."""
    sys.exit(main())


if __name__ == "__main__":
    run()
