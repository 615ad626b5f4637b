"""What commands fetch and ask over the network, and where they put it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from data_access.rules.command_arguments import Arguments, arguments
from data_access.rules.effects import Effect, Scene, code, doubt
from data_access.rules.shell_script import Word
from data_access.rules.work_paths import DEVICES

_CURL = (
    "-o", "-d", "-H", "-X", "-u", "-A", "-e", "-F", "-T", "-K", "-b", "-c", "-m", "-w", "-x", "-E", "-D",
    "-r", "-C",
    "--output", "--data", "--data-raw", "--data-binary", "--data-urlencode", "--json", "--header",
    "--request",
    "--user", "--user-agent", "--referer", "--form", "--upload-file", "--config", "--cookie", "--cookie-jar",
    "--max-time", "--connect-timeout", "--write-out", "--proxy", "--output-dir", "--retry", "--url",
    "--dump-header",
    "--trace", "--trace-ascii", "--stderr", "--cacert", "--cert", "--key", "--resolve", "--range",
)  # fmt: skip
_CURL_WRITES = ("-o", "--output", "--output-dir", "-D", "--dump-header", "-c", "--cookie-jar", "--trace",
                "--trace-ascii", "--stderr")  # fmt: skip
_CURL_SENDS = ("-d", "--data", "--data-binary", "--data-urlencode", "--json", "-F", "--form")
_CURL_ELSEWHERE = (
    "-x", "--proxy", "--preproxy", "--resolve", "--connect-to", "--unix-socket", "--abstract-unix-socket",
    "--socks4", "--socks4a", "--socks5", "--socks5-hostname", "--doh-url", "--dns-servers", "--interface",
)  # fmt: skip
"""Options that lead to another machine than the address names."""
_WGET = (
    "-O", "-P", "-o", "-a", "-i", "-e", "-U", "-t", "-T", "-w", "-Q", "-l", "--output-document",
    "--directory-prefix",
    "--output-file", "--append-output", "--input-file", "--execute", "--header", "--post-data", "--post-file",
    "--user", "--password", "--user-agent", "--tries", "--timeout", "--wait", "--level",
)  # fmt: skip
NETWORK_COMMANDS = frozenset(
    {"curl", "wget", "gh", "scp", "ssh", "sftp", "ftp", "nc", "ncat", "telnet", "aria2c"}
)


def network_effects(name: str, words: tuple[Word, ...], scene: Scene) -> Iterator[Effect]:
    """Yield what a command of `NETWORK_COMMANDS` fetches, sends and writes."""
    raw = " ".join([name, *(word.raw for word in words)])[:500]
    if any(word.text is None for word in words):
        yield doubt("shell.expansion", "an argument is known to a running shell alone", raw)
    if name == "curl":
        yield from _curl(arguments(words, valued=_CURL), scene, raw)
    elif name == "wget":
        yield from _wget(arguments(words, valued=_WGET), scene, raw)
    elif name == "gh":
        yield from _gh(
            arguments(words, valued=("--hostname", "-R", "--repo", "--json", "-q", "--jq")), scene, raw
        )
    else:
        yield code(raw, scene.here(), f"{name} speaks to another machine, in words that are not read here")
        yield from scene.writes(tuple(word for word in words if name == "scp" and _is_file(word))[-1:])


def _is_file(word: Word) -> bool:
    return word.text is not None and ":" not in word.text and not word.text.startswith("-")


def _curl(given: Arguments, scene: Scene, raw: str) -> Iterator[Effect]:
    if given.has("-K", "--config"):
        yield code(raw, scene.here(), "what it does stands in a file of options")
    if given.has(*_CURL_ELSEWHERE):
        yield code(raw, scene.here(), "an option of curl leads to another machine than the address names")
    for word in (*given.values(*_CURL_SENDS), *given.values("-T", "--upload-file")):
        path = (word.text or "").partition("@")
        if path[1] or word in given.values("-T", "--upload-file"):
            yield from scene.reads((Word(path[2].partition(";")[0] or path[0], word.raw),))
    saved = [word for word in given.values(*_CURL_WRITES) if word.text != "-"]
    addresses = (*given.operands, *given.values("--url"))
    keeps_name = given.has("-O", "--remote-name", "--remote-name-all", "-J", "--remote-header-name")
    yield from _fetched(addresses, saved, scene, keeps_name=keeps_name)


def _wget(given: Arguments, scene: Scene, raw: str) -> Iterator[Effect]:
    if given.has("-e", "--execute", "-i", "--input-file", "--use-askpass"):
        yield code(
            raw, scene.here(), "an option of wget hands over addresses or settings that are not read here"
        )
    yield from scene.reads(given.values("--post-file"))
    yield from scene.writes(given.values("-o", "-a", "--output-file", "--append-output"))
    saved = list(given.values("-O", "-P", "--output-document", "--directory-prefix"))
    keeps_none = given.has("--spider") or any(word.text == "-" for word in saved)
    yield from _fetched(
        given.operands, [word for word in saved if word.text != "-"], scene, keeps_name=not keeps_none
    )


def _fetched(
    addresses: tuple[Word, ...], saved: list[Word], scene: Scene, *, keeps_name: bool
) -> Iterator[Effect]:
    """Yield each address, as a question where nothing is kept of the answer,
    else as a file that is fetched, also by way of what the command prints."""
    targets = saved or ([Word(".", ".")] if keeps_name else scene.prints_to)
    for address in addresses:
        host = host_of(address.text or "")
        if (address.text or "").lower().startswith("file:"):
            yield from scene.reads((Word(urlsplit(address.text or "").path, address.raw),))
        for target in targets:
            for place in scene.places(target):
                if place.path not in DEVICES:
                    yield Effect(
                        "fetch", "download_tool", address.raw, place, has_checksum=scene.has_checksum
                    )
        yield Effect("contact", "call_api", host or address.raw)


def _gh(given: Arguments, scene: Scene, raw: str) -> Iterator[Effect]:
    words = [word.text for word in given.operands[:2]]
    if given.has("--help", "--version", "-h") or words[:1] in (["help"], ["version"]):
        return
    if words in (["release", "download"], ["run", "download"], ["repo", "clone"], ["gist", "clone"]):
        yield Effect(
            "fetch", "download_tool", raw, scene.here(), has_checksum=scene.has_checksum or "clone" in words
        )
    if words[:1] in (["alias"], ["extension"], ["config"], ["auth"]):
        yield code(raw, scene.here(), f"gh {words[0]} changes what gh runs")
    hosts = [word.text for word in given.values("--hostname") if word.text]
    yield Effect("contact", "call_api", hosts[0].lower() if hosts else "github.com")


def host_of(address: str) -> str | None:
    """Return the host of an address, which may be written without its scheme; null where there is none."""
    if any(sign in address for sign in "{[\\ "):
        return None
    try:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        return parts.hostname.lower() if parts.hostname else None
    except ValueError:
        return None
