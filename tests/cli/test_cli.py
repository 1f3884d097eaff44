"""The command line, on the toy title."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from metrobot import cli, settings
from metrobot.engine.record import load
from metrobot.store.db import mounts
from metrobot.store.db.file_lock import FileLock
from metrobot.ui.process import front_check
from tests.service.toy import TOY

TITLES = {"toy": TOY}
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.abcdef.a-secret-that-must-not-be-told"


def _simulate(path: Path, *more: str, seed: str = "1") -> int:
    given = ["simulate", "toy", "--players", "2", "--games", "3", "--seed", seed]
    return cli.main([*given, *more, "--out", str(path)], TITLES)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Return a file of three simulated games."""
    path = tmp_path / "games.jsonl"
    assert _simulate(path) == 0
    return path


def _spoil(path: Path, number: int, **changes: Any) -> None:
    lines = path.read_text().splitlines()
    lines[number - 1] = json.dumps({**json.loads(lines[number - 1]), **changes})
    path.write_text("\n".join(lines) + "\n")


def test_the_same_seed_writes_the_same_bytes(tmp_path: Path) -> None:
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        _simulate(tmp_path / name, seed=seed)
    one, same, other = ((tmp_path / name).read_bytes() for name in "abc")

    assert one == same
    assert one != other
    assert one.count(b"\n") == 3


def test_options_are_read(tmp_path: Path) -> None:
    """True and false are truth values, all else is text."""
    path = tmp_path / "games.jsonl"
    _simulate(path, "--option", "open=true", "--option", "colour=blue")

    options = json.loads(path.read_text().splitlines()[0])["options"]
    assert options == {"open": True, "double": False, "colour": "blue"}


def test_replay_prints_a_line_a_game(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    code = cli.main(["replay", str(games)], TITLES)

    lines = capsys.readouterr().out.splitlines()
    assert (code, len(lines)) == (0, 3)
    assert lines[2].startswith("game 3: toy, 2 players, ")
    assert "scores" in lines[2]


def test_a_record_that_an_editor_has_saved_is_read(games: Path) -> None:
    """Windows' editor may put a mark of UTF-8 before it, which `/game import` takes too."""
    games.write_text(games.read_text(encoding="utf-8"), encoding="utf-8-sig")

    assert cli.main(["replay", str(games)], TITLES) == 0


def test_verify_prints_a_line_a_game(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The number of draws, the seating that only people can check; at the end the verdict."""
    capsys.readouterr()
    code = cli.main(["verify", str(games)], TITLES)

    lines = capsys.readouterr().out.splitlines()
    assert (code, len(lines)) == (0, 4)
    assert lines[0].startswith("game 1: 2 draws as the key gives them; seating, if drawn: ")
    record = load(games.read_text(encoding="utf-8").splitlines()[0])
    digits = sha256(",".join(record.salt or ()).encode()).hexdigest()[:16]
    starts = f"fingerprints begin: key {(record.commitment or '')[:16]}, salt {digits}"
    assert lines[0].endswith(starts)
    assert lines[-1] == "OK: games dealt as their keys give it: 3"


@pytest.mark.parametrize(
    ("command", "changes", "said"),
    [
        ("replay", {"result": None}, "game 2: the game is over but has no result"),
        ("replay", {"extra": 1}, "game 2: unknown key 'extra'"),
        ("replay", {"format": 2}, "game 2: format 2 is not 1"),
        ("verify", {"key": "00" * 32}, "NOT OK: game 2: the key does not fit its commitment"),
    ],
)
def test_the_first_fault_ends_the_check(
    games: Path, capsys: pytest.CaptureFixture[str], command: str, changes: Any, said: str
) -> None:
    """Game and fault are named last, and the exit code is 1."""
    _spoil(games, 2, **changes)
    capsys.readouterr()
    code = cli.main([command, str(games)], TITLES)

    lines = capsys.readouterr().out.splitlines()
    assert (code, len(lines), lines[1]) == (1, 2, said)


def test_a_partial_record_is_said_to_be_one(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = json.loads(games.read_text().splitlines()[0])["events"]
    hidden = [{**events[0], "numbers": None}, *events[1:]]
    _spoil(games, 1, events=hidden, result=None, key=None)
    capsys.readouterr()

    assert cli.main(["replay", str(games)], TITLES) == 0
    assert "partial: event 1 is hidden" in capsys.readouterr().out


def test_an_unfinished_game_is_said_to_be_one(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = json.loads(games.read_text().splitlines()[0])["events"]
    _spoil(games, 1, events=events[:-1], result=None, key=None)
    capsys.readouterr()

    assert cli.main(["replay", str(games)], TITLES) == 0
    assert "not over" in capsys.readouterr().out


def test_a_game_without_a_dealing_is_said_to_be_one(
    games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _spoil(games, 1, commitment=None, salt=None, key=None)
    capsys.readouterr()

    assert cli.main(["verify", str(games)], TITLES) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "game 1: no dealing to check"
    assert lines[-1] == "OK: games dealt as their keys give it: 2; without a dealing to check: 1"


def test_final_boards_are_drawn(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def draw(title: str, view: Any, names: Any) -> bytes:
        drawn.append((title, view.pile, list(names)))
        return b"png"

    monkeypatch.setattr("metrobot.ui.app.fronts.draw_final", draw)
    code = cli.main(["replay", str(games), "--png", str(tmp_path / "boards")], TITLES)

    assert (code, drawn) == (0, [("toy", 0, ["Player 1", "Player 2"])] * 3)
    assert sorted(path.name for path in (tmp_path / "boards").iterdir()) == [
        "games-1.png",
        "games-2.png",
        "games-3.png",
    ]


SIMULATE = ["simulate", "toy", "--players", "2", "--games", "1", "--seed", "1", "--out", "{path}"]
MISUSES = {
    "no command": [],
    "unknown command": ["play"],
    "no file": ["replay", "{path}/no.jsonl"],
    "a folder": ["replay", "{path}"],
    "unknown title": ["simulate", "chess", *SIMULATE[2:]],
    "no games": [*SIMULATE[:5], "0", *SIMULATE[6:]],
    "too many players": [*SIMULATE[:3], "9", *SIMULATE[4:]],
    "players that are no number": [*SIMULATE[:3], "two", *SIMULATE[4:]],
    "no seed": [*SIMULATE[:6], *SIMULATE[8:]],
    "an option without a value": [*SIMULATE, "--option", "open"],
    "an unknown option": [*SIMULATE, "--option", "x=1"],
    "an unknown value": [*SIMULATE, "--option", "open=maybe"],
    "a folder to write to": SIMULATE,
}


@pytest.mark.parametrize("arguments", MISUSES.values(), ids=MISUSES)
def test_misuse_is_told_in_one_line(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [argument.format(path=tmp_path) for argument in arguments]
    code = cli.main(given, TITLES)

    output = capsys.readouterr()
    assert (code, output.out) == (2, "")
    assert "metrobot" in output.err.splitlines()[-1]
    assert "Traceback" not in output.err


@pytest.mark.parametrize("content", [b"", b"\n \n", b"{no json\n", b"\xff\xfe"])
def test_a_file_that_holds_no_records_is_misuse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)

    assert cli.main(["replay", str(path)], TITLES) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_help_is_no_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"], TITLES) == 0
    assert "verify" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["simulate", "replay", "verify", "check"])
def test_every_argument_of_every_command_has_its_help(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([command, "--help"], TITLES) == 0
    usage, purpose, *rest = capsys.readouterr().out.split("\n\n")
    arguments = [line for part in rest for line in part.splitlines() if line.startswith("  ")]
    named = {word for word in usage.replace("[", " ").split() if word.startswith("--")}

    assert purpose.endswith(".")
    assert named <= {word for line in arguments for word in line.split()[:1]}
    for line, following in zip(arguments, [*arguments[1:], ""], strict=True):
        begins, _, told = line.strip().partition("  ")
        is_help = line.startswith("   ")
        assert told or is_help or following.startswith("   "), f"{begins} has no help"


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make this an installation with a token and a database; return where that is."""
    path = tmp_path / "games.db"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings, "HOME", tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{path}")
    monkeypatch.setattr(front_check, "check_front", lambda: ("picture: drawn",))
    # The folders of tests may be on a disk in memory.
    monkeypatch.setattr(mounts, "TABLE", tmp_path / "mounts")
    return path


def _checked(capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """Check the installation; return the exit code and what was said."""
    code = cli.main(["check"], TITLES)
    said = capsys.readouterr()
    assert said.err == ""
    assert TOKEN not in said.out
    return code, said.out.splitlines()


def test_check_ends_with_ready_to_start(
    installed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It opens the database that is set, and says whose token it is; never the token."""
    code, lines = _checked(capsys)

    assert (code, lines[-1]) == (0, "ready to start")
    assert "token: DISCORD_TOKEN is there, of the bot with the id 123456789012345678" in lines
    assert f"database: sqlite+aiosqlite:///{installed} opened" in lines
    assert "picture: drawn" in lines
    assert installed.exists()


def test_check_says_where_all_is_kept(
    installed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By whole paths: a bot that was started in another folder reads and keeps other files."""
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///games.db")
    monkeypatch.setenv("BACKUP_DIR", "copies")
    folder = installed.parent
    _, without = _checked(capsys)
    (folder / ".env").touch()
    (folder / "copies").mkdir()
    _, lines = _checked(capsys)

    assert f"settings: read from the environment; there is no {folder}/.env" in without
    assert f"kept: all games in {installed}, which is new" in without
    assert (
        f"nightly copies: there is no {folder}/copies yet; the first one makes it in {folder}"
        in (without)
    )
    assert f"settings: read from {folder}/.env and the environment" in lines
    assert f"kept: all games in {installed}" in lines
    assert f"nightly copies: into {folder}/copies, of which 7 are kept" in lines


@pytest.mark.parametrize("url", ["sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:"])
def test_check_refuses_a_database_in_memory(
    installed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], url: str
) -> None:
    """The bot would start, and all would be gone when it ends; no copies are made of it either."""
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("BACKUP_DIR", str(installed.parent))
    code, lines = _checked(capsys)

    assert code == cli.FAULT
    assert "not ready: DATABASE_URL: all games would be lost when the bot ends" in lines[-1]
    assert "BACKUP_DIR: of this database no copies would be made" in lines[-1]
    assert not [line for line in lines if line.startswith("nightly copies")]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("nfs4", ["DATABASE_URL: {0}/games.db is on a network disk, on which SQLite loses games"]),
        (
            "tmpfs",
            [
                "DATABASE_URL: {0}/games.db is in this machine's memory",
                "BACKUP_DIR: {0} is in this",
            ],
        ),
    ],
)
def test_check_refuses_disks_on_which_games_are_lost(
    installed: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    kind: str,
    said: list[str],
) -> None:
    """Copies may go to a network disk, but not into memory."""
    folder = installed.parent
    monkeypatch.setenv("BACKUP_DIR", str(folder / "copies"))
    (folder / "mounts").write_text(f"/dev/sda1 / ext4 rw 0 0\nnas:/a {folder} {kind} rw 0 0\n")
    code, lines = _checked(capsys)

    assert code == cli.FAULT
    assert [each for each in said if each.format(folder) in lines[-1]] == said
    assert ("BACKUP_DIR" in lines[-1]) == (len(said) > 1)


@pytest.mark.parametrize("is_file", [True, False])
def test_check_looks_whether_nightly_copies_can_be_made(
    installed: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    is_file: bool,
) -> None:
    """A folder that does not exist yet will do; a file in its place will not."""
    copies = installed.parent / "copies"
    if is_file:
        copies.touch()
    monkeypatch.setenv("BACKUP_DIR", str(copies / "nightly"))
    code, lines = _checked(capsys)

    if is_file:
        wrong = f"not ready: BACKUP_DIR: nothing can be written to {copies}"
        assert (code, lines[-1]) == (cli.FAULT, wrong)
    else:
        assert (code, lines[-1]) == (0, "ready to start")
        assert f"nightly copies: into {copies}/nightly, of which 7 are kept" in lines


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        (("WORKERS", "yes"), "thinking: WORKERS is left out: it is for PostgreSQL"),
        (("SHARDS", "0-1/2"), "shards: 0 to 1 of 2"),
        (
            ("SHARDS", "0-3/16"),
            "shards: 0 to 3 of 16; other processes cannot play on a database in a file",
        ),
    ],
)
def test_check_tells_who_hears_and_thinks(
    installed: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    setting: tuple[str, str],
    said: str,
) -> None:
    """As it is set; what is left out is no reason not to start."""
    monkeypatch.setenv(*setting)
    code, lines = _checked(capsys)

    assert (code, lines[-1]) == (0, "ready to start")
    assert said in lines


@pytest.mark.usefixtures("installed")
def test_check_tells_what_is_not_for_a_server(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And that workers think there; one that cannot be reached is no place to play."""
    for name, value in (
        ("DATABASE_URL", "postgresql+asyncpg://me:sesame@127.0.0.1:1/games"),
        ("WORKERS", "yes"),
        ("BACKUP_DIR", "copies"),
    ):
        monkeypatch.setenv(name, value)
    code, lines = _checked(capsys)

    assert code == cli.FAULT
    assert lines[-1].endswith("no copies would be made; PostgreSQL has pg_dump")
    assert "thinking: left to workers" in lines
    assert "nightly copies: BACKUP_DIR is left out: it is for a database in a file" in lines
    assert "sesame" not in "".join(lines)


def test_check_goes_on_while_a_bot_plays(
    installed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says that the database is in use, and leaves it alone."""
    lock = FileLock.take(installed)
    code, lines = _checked(capsys)
    lock.release()

    assert (code, lines[-1]) == (0, "ready to start")
    assert f"database: sqlite+aiosqlite:///{installed} is in use: a bot plays on it" in lines
    assert not installed.exists()


@pytest.mark.parametrize("token", ["sesame", "a.b.c", "\xff.b.c", "MTIz.b.c", f"{TOKEN}.d"])
def test_check_refuses_what_cannot_be_a_token(
    installed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], token: str
) -> None:
    """With exit code 1, and without the token: it may be another secret."""
    monkeypatch.setenv("DISCORD_TOKEN", token)
    code, lines = _checked(capsys)

    assert code == 1
    assert lines[-1].startswith("not ready: DISCORD_TOKEN is no bot's token")
    assert token not in "".join(lines) or token == "a.b.c"


def test_check_names_all_that_is_missing(
    installed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{installed.parent}/no/games.db")
    monkeypatch.setattr(front_check, "check_front", _broken)
    code, lines = _checked(capsys)

    assert code == 1
    assert lines[-1].startswith("not ready: DISCORD_TOKEN is missing; see .env.example. Looked")
    assert f"Looked at: the environment; there is no {installed.parent}/.env; The data" in lines[-1]
    assert f"there is no folder {installed.parent}/no" in lines[-1]
    assert lines[-1].endswith("the program is not whole: ValueError: no such picture")


def _broken() -> tuple[str, ...]:
    """Stand for a program that is not whole."""
    raise ValueError("no such\npicture")


@pytest.mark.usefixtures("installed")
def test_check_finds_a_setting_that_cannot_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    code, lines = _checked(capsys)

    assert code == 1
    assert lines[-1].startswith("not ready: LOG_LEVEL: ")
