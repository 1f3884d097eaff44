"""What hosts copy: the image, what runs it beside a PostgreSQL, the unit for systemd."""

import re
from pathlib import Path

from tests.house.test_lock import LOCKS

ROOT = Path(__file__).parents[2]


def _lines(name: str) -> list[str]:
    """Return a file's lines, those that go on after a backslash as one, without comments."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def _last_stage() -> list[str]:
    """Return the lines of the image that is run."""
    lines = _lines("Containerfile")
    starts = [at for at, line in enumerate(lines) if line.startswith("FROM ")]
    return lines[starts[-1] :]


def test_the_image_is_built_from_images_of_a_known_release() -> None:
    bases = {line.split()[1] for line in _lines("Containerfile") if line.startswith("FROM ")}

    (base,) = bases
    assert re.fullmatch(r"docker\.io/library/python:3\.\d+-slim-\w+", base)


def test_the_image_has_what_is_locked_and_no_tools() -> None:
    text = "\n".join(_lines("Containerfile"))

    installed = re.findall(r"pip install (.+?) -r (\S+)", text)
    assert [lock for _, lock in installed] == [*LOCKS]
    assert {how for how, _ in installed} == {"--require-hashes"}
    assert "pip uninstall --yes pip" in text
    assert not [line for line in _last_stage() if "pip" in line or line.startswith("ADD ")]


def test_the_image_does_not_run_as_root() -> None:
    """By a number, so that a host can see so without looking into it."""
    assert [line.split()[1] for line in _last_stage() if line.startswith("USER ")] == ["10001"]


def test_the_image_writes_to_its_data_folder_alone() -> None:
    """The database is there, and the program belongs to somebody else."""
    lines = _last_stage()

    assert 'VOLUME ["/data"]' in lines
    assert any("DATABASE_URL=sqlite+aiosqlite:////data/" in line for line in lines)
    assert not [line for line in lines if line.startswith("COPY ") and "--chown" in line]


def test_the_image_says_whether_it_is_well() -> None:
    (check,) = [line for line in _last_stage() if line.startswith("HEALTHCHECK ")]

    module = re.search(r'"-m", "([\w.]+)"', check)
    assert module is not None
    assert (ROOT / f"{module[1].replace('.', '/')}.py").exists()


def test_programs_start_as_lists_so_that_signals_reach_them() -> None:
    """A shell between would keep the signal that ends the bot in good order."""
    words = ("ENTRYPOINT ", "CMD ")
    started = [line.split(" ", 1)[1] for line in _last_stage() if line.startswith(words)]

    assert len(started) == 2
    assert all(each.startswith("[") for each in started)


def test_nothing_secret_goes_into_the_image() -> None:
    """All files sent to the builder are named; everything else stays out."""
    lines = _lines(".dockerignore")
    sent = {line[1:] for line in lines if line.startswith("!")}
    copied = {
        each
        for line in _lines("Containerfile")
        if line.startswith("COPY ") and "--from" not in line
        for each in line.split()[1:-1]
    }

    assert lines[0] == "*"
    assert sent == copied
    assert "DISCORD_TOKEN" not in "\n".join(_lines("Containerfile"))


OURS = ("bot", "serve", "worker")


def _service(name: str) -> list[str]:
    """Return the lines of one of compose.yaml's services."""
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    found = re.search(rf"^  {name}:\n((?:    .*\n)+)", text, re.M)
    assert found is not None
    return [" ".join(line.split()) for line in found[1].splitlines()]


def test_compose_keeps_all_of_ours_in_their_bounds() -> None:
    """Their file systems are read-only, they have no privileges, no port is open to others."""
    lines = _lines("compose.yaml")
    ours = lines[lines.index("x-ours: &ours") : lines.index("x-settings: &settings")]

    assert {"read_only: true", "cap_drop:", "- ALL", "- no-new-privileges:true"} <= set(ours)
    assert all("<<: *ours" in _service(name) for name in OURS)
    assert "- no-new-privileges:true" in _service("database")
    assert [line for line in lines if re.match(r'- ".*:\d+"$', line)] == [
        '- "127.0.0.1:${SERVE_PORT:-8080}:8080"'
    ]
    assert "privileged: true" not in lines


def test_compose_runs_a_worker_that_the_others_know_of() -> None:
    """By the command that there is, and without the token, which it does not need."""
    worker = _service("worker")

    assert 'command: ["-m", "metrobot", "work"]' in worker
    assert not [line for line in worker if "DISCORD_TOKEN" in line]
    assert all('WORKERS: "yes"' in _service(name) for name in ("bot", "serve"))


def test_compose_serves_over_http_only_where_that_is_asked_for() -> None:
    """Its profile has the public key and starts a web server for the same machine."""
    serve = _service("serve")

    assert {'profiles: ["serve"]', 'command: ["-m", "metrobot", "serve"]'} <= set(serve)
    assert "DISCORD_PUBLIC_KEY: ${DISCORD_PUBLIC_KEY:-}" in serve
    assert not [line for name in ("bot", "worker") for line in _service(name) if "profiles" in line]


def test_compose_has_no_password_of_its_own() -> None:
    text = "\n".join(_lines("compose.yaml"))

    assert "POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?" in text
    assert "DISCORD_TOKEN: ${DISCORD_TOKEN:?" in text


def test_the_unit_has_no_privileges() -> None:
    """It writes to its folder alone, and sees no devices and no others' processes."""
    lines = set(_lines("docs/metrobot.service"))

    assert {
        "NoNewPrivileges=true",
        "CapabilityBoundingSet=",
        "ProtectSystem=strict",
        "ProtectHome=true",
        "PrivateDevices=true",
        "PrivateTmp=true",
        "ProtectProc=invisible",
        "SystemCallFilter=@system-service",
        "ReadWritePaths=/opt/metrobot",
    } <= lines


def test_the_unit_lets_computers_go_behind_others() -> None:
    """Without @resources, which sets priorities, none of their processes would start."""
    (denied,) = [line for line in _lines("docs/metrobot.service") if "SystemCallFilter=~" in line]

    assert "@resources" not in denied


KEYS_OF_252 = """
Description Wants After Type User WorkingDirectory ExecStart Restart RestartSec
RestartPreventExitStatus TimeoutStopSec NoNewPrivileges UMask CapabilityBoundingSet
AmbientCapabilities PrivateTmp PrivateDevices PrivateUsers PrivateIPC ProtectSystem ProtectHome
ProtectClock ProtectControlGroups ProtectHostname ProtectKernelLogs ProtectKernelModules
ProtectKernelTunables ProtectProc ProcSubset ReadWritePaths RemoveIPC RestrictAddressFamilies
RestrictNamespaces RestrictRealtime RestrictSUIDSGID LockPersonality DevicePolicy
SystemCallArchitectures SystemCallFilter SystemCallErrorNumber WantedBy
"""
"""Keys that `systemd-analyze verify` of systemd 252 has taken, as Debian 12 has it."""


def test_the_unit_has_keys_that_older_systems_know() -> None:
    """They pass over unknown ones, with a line in the log that nobody reads."""
    keys = {line.split("=")[0] for line in _lines("docs/metrobot.service") if "=" in line}

    assert keys - set(re.findall(r"\w+", KEYS_OF_252)) == set()


def test_the_unit_starts_again_after_each_fault_and_each_start_of_the_machine() -> None:
    """As often as it takes, but not where a person has to mend something."""
    lines = set(_lines("docs/metrobot.service"))
    (pause,) = [line.split("=")[1] for line in lines if line.startswith("RestartSec=")]

    assert {
        "Restart=on-failure",
        "RestartPreventExitStatus=2",
        "WantedBy=multi-user.target",
    } <= lines
    # By itself systemd gives up after five starts within ten seconds.
    assert int(pause) > 10 / 5


def test_pages_for_hosts_install_by_hashes() -> None:
    """Hosts copy these commands."""
    pages = [each.read_text(encoding="utf-8") for each in (ROOT / "docs").rglob("*.md")]
    told = re.findall(r"pip install ([^`\n]+)", "\n".join(pages))

    assert len(told) >= 2
    assert [each for each in told if not each.startswith("--require-hashes -r requirements")] == []
