"""What package managers install, and where: into the workspace, or somewhere that others share.

An installer that was not told a place puts things where it likes, which for the policy is the user's system.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from data_access.contracts.policy import Capability
from data_access.rules.command_arguments import Arguments, arguments
from data_access.rules.effects import GLOBAL, Effect, Scene, code, doubt
from data_access.rules.shell_script import Word
from data_access.rules.work_paths import Place, may_lead_out

NODE_MANAGERS = frozenset({"npm", "pnpm", "yarn", "bun"})
PYTHON_MANAGERS = frozenset({"pip", "uv", "pipx", "easy_install", "conda", "mamba"})
SYSTEM_MANAGERS = frozenset(
    {"apt", "apt-get", "aptitude", "dnf", "yum", "apk", "pacman", "zypper", "port", "snap", "choco", "winget",
     "scoop", "brew", "flatpak", "emerge"}
)  # fmt: skip
OTHER_MANAGERS = frozenset({"cargo", "gem", "go", *SYSTEM_MANAGERS})
PACKAGE_RUNNERS = frozenset({"npx", "bunx", "uvx", "pnpx"})
_PIP = re.compile(r"pip(?:\d+(?:\.\d+)?)?")
_SOURCE = re.compile(r"(?:git\+|https?:|ssh:|git:|git@|github:)", re.IGNORECASE)
_FOLDER_SOURCE = re.compile(r"(?:.*@\s*)?(?:file|link|portal):(?://(?=/))?", re.IGNORECASE)
"""What stands before the path of a package that lies on this machine."""
_NODE_ADDS = {"install", "i", "in", "add", "ci", "uninstall", "remove", "rm", "un", "link", "ln",
              "dedupe", "prune",
              "clean-install", "install-test", "it", "isntall", "rebuild"}  # fmt: skip
_NODE_UPGRADES = {"update", "up", "upgrade", "udpate"}
_NODE_RUNS = {"run", "run-script", "test", "t", "start", "stop", "restart", "exec", "x", "dlx", "create",
              "init",
              "explore", "publish", "pack", "version"}  # fmt: skip
_NODE_READS = {"ls", "list", "ll", "la", "why", "explain", "help", "root", "bin", "prefix"}
_NODE_VALUED = ("-C", "--prefix", "--dir", "--cwd", "--registry", "--location", "-w", "--workspace", "--tag",
                "--userconfig", "--globalconfig")  # fmt: skip
_PIP_VALUED = ("-r", "-c", "-e", "-t", "-i", "-d", "--target", "--prefix", "--root", "--python", "-p",
               "--index-url",
               "--extra-index-url", "--requirement", "--constraint", "--editable", "--dest",
               "--find-links", "-f",
               "--platform", "--cache-dir", "--src", "--log", "--upgrade-strategy")  # fmt: skip
_UV_VALUED = ("--with", "--with-editable", "--with-requirements", "--python", "-p", "--project",
              "--directory",
              "--extra", "--group", "--env-file", "--index", "--index-url", "--default-index", "-i", "--from",
              "--cache-dir", "--config-file", "--package", "--only-group", "--no-group",
              "--index-strategy", "-P",
              "--upgrade-package", "--script", "--refresh-package", "--color")  # fmt: skip


def installs_packages(name: str) -> bool:
    """Tell whether a program installs packages."""
    return (
        bool(_PIP.fullmatch(name))
        or name in NODE_MANAGERS | PYTHON_MANAGERS | OTHER_MANAGERS | PACKAGE_RUNNERS
    )


def package_effects(name: str, words: tuple[Word, ...], scene: Scene, home: Place | None) -> Iterator[Effect]:
    """Yield what a package manager does. `home` is the environment it belongs to, where its path tells."""
    raw = " ".join([name, *(word.raw for word in words)])[:500]
    if any(word.text is None for word in words):
        yield doubt("shell.expansion", "an argument is known to a running shell alone", raw)
    if name in NODE_MANAGERS:
        yield from _node(name, words, scene, raw)
    elif _PIP.fullmatch(name) or name == "easy_install":
        yield from _pip(arguments(words, valued=_PIP_VALUED), scene, home, name)
    elif name == "uv":
        yield from _uv(words, scene, raw)
    elif name in PACKAGE_RUNNERS:
        yield code(raw, scene.here(), f"{name} runs a program that it may fetch first")
    elif name in ("pipx", "conda", "mamba"):
        yield from _changing(name, words, "install_python_package", raw)
    elif name in ("cargo", "gem", "go"):
        yield from _other(name, words, scene, raw)
    else:
        yield from _changing(name, words, "install_other_package", raw)


def uv_run(words: tuple[Word, ...]) -> tuple[Word, ...] | None:
    """Return the command that `uv run` is asked to run; null when this is no `uv run`, or runs a file."""
    at = _subcommand_at(words, _UV_VALUED)
    if at is None or words[at].text != "run":
        return None
    behind = words[at + 1 :]
    start = _subcommand_at(behind, _UV_VALUED)
    is_module = any(word.text in ("-m", "--module", "-s", "--script") for word in behind[:start])
    if start is None or is_module or (behind[start].text or "").endswith(".py"):
        return None
    return behind[start:]


def _subcommand_at(words: tuple[Word, ...], valued: tuple[str, ...]) -> int | None:
    at = 0
    while at < len(words):
        text = words[at].text
        if text is None or text == "--":
            at += 1
            return at if text == "--" and at < len(words) else None
        if not text.startswith("-"):
            return at
        at += 2 if text in valued else 1
    return None


def _installs(
    packages: tuple[Word, ...], capability: Capability, place: Place, name: str, scene: Scene,
    *, is_own_place: bool = True,
) -> Iterator[Effect]:  # fmt: skip
    for word in packages:
        path = _FOLDER_SOURCE.sub("", word.text or "", count=1)
        if may_lead_out(path):
            yield from scene.reads((Word(path, word.raw, word.has_glob, word.reads_otherwise),))
    named = [word.raw for word in packages] or [f"the packages of {place.path}"]
    for package in named:
        if _SOURCE.match(package):
            yield Effect("contact", "call_api", package)
        yield Effect("install", capability, f"{package} ({name})", place, is_own_place=is_own_place)


def _placed(scene: Scene, words: tuple[Word, ...]) -> Place | None:
    """Return the farthest of the places that options name; null when they name none."""
    places = [place for word in words for place in scene.places(word)]
    return next((place for place in places if place.zone != "workspace"), places[0] if places else None)


def _node(name: str, words: tuple[Word, ...], scene: Scene, raw: str) -> Iterator[Effect]:
    given = arguments(words, valued=_NODE_VALUED)
    verbs = [word.text for word in given.operands]
    is_global = given.has("-g", "--global") or any(w.text == "global" for w in given.values("--location"))
    if name == "yarn" and verbs[:1] == ["global"]:
        is_global, verbs = True, verbs[1:]
    verb = verbs[0] if verbs else ("install" if name in ("yarn", "bun") and not given.options else None)
    told = _placed(scene, given.values("-C", "--prefix", "--dir", "--cwd"))
    target = scene.variable("npm_config_prefix") or scene.variable("NPM_CONFIG_PREFIX")
    shares = is_global or _links_for_all(name, verbs)
    place = told or (next(scene.places(target)) if shares and target else GLOBAL if shares else scene.here())
    yield from scene.reads(given.values("--userconfig", "--globalconfig"))
    packages = given.operands[2 if name == "yarn" and is_global else 1 :]
    engines = [
        word.raw
        for word in packages
        if is_global and _package_name(word.raw) in scene.policy.capabilities.engines
    ]
    if verb in _NODE_ADDS and engines:
        yield from _engine(engines[0])
    elif verb in _NODE_ADDS:
        yield from _installs(packages, "install_npm_package", place, name, scene)
    elif verb in _NODE_UPGRADES:
        yield Effect("upgrade", "upgrade_self", raw, place)
    elif verb in ("config", "set", "c", "login", "logout", "adduser"):
        is_project = any(word.text == "project" for word in given.values("--location"))
        file = (
            Place(f"{scene.here().path}/.npmrc", scene.here().zone)
            if is_project
            else Place("~/.npmrc", "user_system")
        )
        reads = verbs[1:2] in (["get"], ["list"], ["ls"])
        yield Effect("read" if reads else "write", "read_file" if reads else "change_config", file.path, file)
    elif verb in _NODE_RUNS or (verb is not None and verb not in _NODE_READS and name != "npm"):
        yield code(raw, scene.here(), f"{name} {verb} runs what the project says")


def _links_for_all(name: str, verbs: list[str | None]) -> bool:
    """Tell whether `link` puts a package where all projects find it: npm also installs one there that it
    is to link, the others only lay down the package they stand in."""
    return verbs[:1] in (["link"], ["ln"]) and (name == "npm" or len(verbs) == 1)


def _package_name(spec: str) -> str:
    """Return the last part of a package's name without its version: `@scope/tool@1` is `tool`."""
    return spec.strip("'\"").rpartition("/")[2].partition("@")[0]


def _engine(name: str) -> Iterator[Effect]:
    yield Effect("upgrade", "upgrade_self", name, Place(f"(engine {name})", "core"))


def _pip(given: Arguments, scene: Scene, home: Place | None, name: str) -> Iterator[Effect]:
    verb = given.operands[0].text if given.operands else None
    told = _placed(scene, given.values("-t", "--target", "--prefix", "--root"))
    place = told or home or GLOBAL
    if verb in ("install", "uninstall", "sync"):
        if given.has("--user", "--break-system-packages"):
            place = GLOBAL
        packages = (*given.operands[1:], *given.values("-e", "--editable"))
        is_own = place is not GLOBAL and place.zone == "workspace"
        yield from _installs(packages, "install_python_package", place, name, scene, is_own_place=is_own)
        yield from scene.reads(given.values("-r", "-c", "--requirement", "--constraint"))
    elif verb in ("download", "wheel"):
        for saved in given.values("-d", "--dest") or (Word(".", "."),):
            for where in scene.places(saved):
                yield Effect(
                    "fetch",
                    "download_tool",
                    f"{name} {verb}",
                    where,
                    has_checksum=given.has("--require-hashes"),
                )
    elif verb == "config" and not {word.text for word in given.operands[1:2]} & {"list", "get", "debug"}:
        yield Effect("write", "change_config", "pip.conf", Place("~/.config/pip/pip.conf", "user_system"))


def _uv(words: tuple[Word, ...], scene: Scene, raw: str) -> Iterator[Effect]:
    at = _subcommand_at(words, _UV_VALUED)
    verb = words[at].text if at is not None else None
    given = arguments((*words[:at], *words[(at or 0) + 1 :]), valued=(*_UV_VALUED, *_PIP_VALUED))
    for folder in given.values("--project", "--directory"):
        scene = scene.at(folder)
    sub = given.operands[0].text if given.operands else None
    if verb == "pip":
        yield from _uv_pip(given, scene)
    elif verb in ("add", "remove", "sync", "lock", "venv", "init"):
        yield from scene.writes(given.values("--script"))
        is_upgrade = given.has("-U", "--upgrade", "-P", "--upgrade-package") and verb in ("sync", "lock")
        place = _placed(scene, given.operands[:1]) if verb in ("venv", "init") else None
        target = place or _active(scene, given) or scene.here()
        if is_upgrade:
            yield Effect("upgrade", "upgrade_self", raw, target)
        else:
            packages = given.operands if verb in ("add", "remove") else ()
            yield from _installs(packages, "install_python_package", target, "uv", scene)
    elif verb == "tool" and sub in ("install", "uninstall", "upgrade", "update-shell"):
        place = _tool_folder(scene)
        if sub == "upgrade":
            yield Effect("upgrade", "upgrade_self", raw, place)
        else:
            yield Effect("install", "install_python_package", raw, place)
    elif verb == "self":
        yield from _engine("uv")
    elif verb == "cache" and sub in ("clean", "prune"):
        yield from scene.writes((scene.variable("UV_CACHE_DIR") or Word("~/.cache/uv", "~/.cache/uv"),))
    elif verb == "python" and sub in ("install", "uninstall", "upgrade", "pin"):
        yield Effect(
            "install", "install_other_package", raw, Place("~/.local/share/uv/python", "user_system")
        )
    elif verb in ("run", "build", "publish") or (verb == "tool" and sub == "run"):
        yield code(raw, scene.here(), f"uv {verb} runs code that is not read here")


def _uv_pip(given: Arguments, scene: Scene) -> Iterator[Effect]:
    if not given.operands or given.operands[0].text not in ("install", "uninstall", "sync"):
        return
    place = _placed(scene, given.values("-t", "--target", "--prefix", "--root"))
    if place is None and given.has("--system", "--break-system-packages", "--user"):
        place = GLOBAL
    place = place or _active(scene, given) or _below(scene, ".venv")
    packages = (*given.operands[1:], *given.values("-e", "--editable"))
    yield from _installs(packages, "install_python_package", place, "uv", scene)
    yield from scene.reads(given.values("-r", "-c", "--requirement", "--constraint"))


def _active(scene: Scene, given: Arguments) -> Place | None:
    """Return the environment that an option or a known variable names."""
    python = given.values("--python", "-p")
    if python and python[0].text and "/" in python[0].text:
        return _placed(scene, python)
    active = scene.variable("UV_PROJECT_ENVIRONMENT") or scene.variable("VIRTUAL_ENV")
    return next(scene.places(active)) if active else None


def _below(scene: Scene, name: str) -> Place:
    here = scene.here()
    return Place(f"{here.path}/{name}", here.zone)


def _tool_folder(scene: Scene) -> Place:
    """Return where uv puts tools: as its variable says; unknown when nobody says what is set."""
    told = scene.variable("UV_TOOL_DIR")
    if told is not None:
        return next(scene.places(told))
    return Place("~/.local/share/uv/tools", None if scene.environment is None else "user_system")


def _other(name: str, words: tuple[Word, ...], scene: Scene, raw: str) -> Iterator[Effect]:
    given = arguments(words, valued=("--root", "-i", "--install-dir", "--path", "--git", "--version", "-v"))
    verb = given.operands[0].text if given.operands else None
    if name == "gem" and verb in ("install", "uninstall", "update"):
        place = _placed(scene, given.values("-i", "--install-dir")) or GLOBAL
    elif verb in ("install", "uninstall"):
        bin_folder = scene.variable("GOBIN" if name == "go" else "CARGO_INSTALL_ROOT")
        place = _placed(scene, given.values("--root")) or (
            next(scene.places(bin_folder)) if bin_folder else GLOBAL
        )
    elif (name, verb) in (
        ("go", "get"),
        ("cargo", "add"),
        ("cargo", "remove"),
        ("cargo", "update"),
        ("cargo", "fetch"),
    ):
        place = scene.here()
    else:
        return
    yield from _installs(given.operands[1:], "install_other_package", place, name, scene)


def _changing(name: str, words: tuple[Word, ...], capability: Capability, raw: str) -> Iterator[Effect]:
    verbs = {word.text for word in words if word.text and not word.text.startswith("-")}
    reads = {
        "list",
        "search",
        "show",
        "info",
        "policy",
        "--version",
        "help",
        "env",
        "leaves",
        "deps",
        "outdated",
    }
    changes = {"install", "remove", "uninstall", "upgrade", "update", "add", "del", "purge", "reinstall",
               "create",
               "dist-upgrade", "full-upgrade", "autoremove", "tap", "inject", "refresh"}  # fmt: skip
    if verbs & changes or name == "pacman" or not verbs & reads:
        yield Effect("install", capability, raw, GLOBAL, is_own_place=False)
