"""The command that serves the playground."""

import os
import signal
import socket
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from metrobot.demo.__main__ import free_port, main


def test_it_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    """It prints one address, keeps its database where it is told, and ends in peace."""
    command = [sys.executable, "-m", "metrobot.demo", "--port", "0", "--keep", str(tmp_path)]
    with Popen(command, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stdout
        assert process.stderr
        lines = [process.stdout.readline() for _ in range(2)]
        os.kill(process.pid, signal.SIGINT)
        rest, errors = process.stdout.read(), process.stderr.read()

    assert "http://127.0.0.1:" in lines[1]
    assert (rest.split(), errors, process.returncode) == (["Stopped."], "", 0)
    assert [path.name for path in tmp_path.iterdir()] == ["metrobot.db"]


def test_a_port_that_is_taken_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code = main(["--port", str(taken.getsockname()[1])])

    assert code == 1
    assert capsys.readouterr().err.startswith("The playground cannot start: ")


def test_the_usual_port_gives_way_to_any_other() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        assert free_port(port) == 0


def test_a_folder_with_a_damaged_database_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "metrobot.db").write_bytes(b"no database" * 999)
    code = main(["--port", "0", "--keep", str(tmp_path)])

    errors = capsys.readouterr().err.splitlines()
    assert code == 1
    assert len(errors) == 1
    assert "the file is damaged" in errors[0]
