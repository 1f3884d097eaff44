"""What is installed to run the bot is fixed to the byte."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = {
    "requirements.lock": "requirements.txt",
    "requirements/postgresql.lock": "requirements/postgresql.txt",
    "requirements/serve.lock": "requirements/serve.txt",
}
"""What is installed by hashes, by what asks for it."""
EACH_LOCK = pytest.mark.parametrize("lock", LOCKS)
_PIN = re.compile(r"^([\w.-]+)(?:\[[\w,-]+\])?==([^\s;]+)", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}\b")


def _pins(text: str) -> dict[str, str]:
    """Return the version of each package that is named, by its name in one spelling."""
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in _PIN.findall(text)}


def _entries(lock: str) -> list[str]:
    """Return a lock's entries: a package with its hashes each."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    whole = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE)
    return re.split(r"\n(?=\S)", whole.strip())


@EACH_LOCK
def test_every_requirement_is_locked_at_its_version(lock: str) -> None:
    """`make lock` was run after what it is of had changed."""
    asked = _pins((ROOT / LOCKS[lock]).read_text(encoding="utf-8"))
    locked = _pins("\n".join(_entries(lock)))

    assert len(asked) > 2
    assert asked.items() <= locked.items()


def test_no_two_locks_want_different_versions() -> None:
    """They are installed into one environment, one after another."""
    bot = _pins("\n".join(_entries("requirements.lock")))
    for lock in LOCKS:
        for name, version in _pins("\n".join(_entries(lock))).items():
            assert bot.get(name, version) == version


@EACH_LOCK
def test_everything_in_the_lock_has_a_version_and_hashes(lock: str) -> None:
    """That includes indirect requirements: nothing is taken on trust."""
    assert [each for each in _entries(lock) if not _PIN.match(each) or not _HASH.search(each)] == []


@EACH_LOCK
def test_the_lock_names_no_address(lock: str) -> None:
    """Each machine has an index of its own; hashes hold whichever it is."""
    text = (ROOT / lock).read_text(encoding="utf-8")

    assert re.findall(r"https?:|file:|--(?:extra-)?index|--find-links| @ ", text) == []


def test_the_lock_serves_every_system_and_version_of_python() -> None:
    """Nothing in it was left out for the machine on which it was made."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")

    assert "audioop-lts" in text  # only Python 3.13 and newer need it
    assert re.search(r"audioop-lts==\S+ ; python_full_version >= '3.13'", text)
    elsewhere = re.sub(r"^isal==.*", "", text, flags=re.MULTILINE)
    assert re.findall(r"platform_machine|sys_platform == 'linux'", elsewhere) == []


def test_what_some_processors_lack_is_asked_of_the_others_alone() -> None:
    """By all the names that systems have for those which do have it."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    asked = re.search(r"^isal==\S+ ; (.+) \\$", text, re.MULTILINE)

    assert asked is not None
    assert set(re.findall(r"platform_machine == '(\w+)'", asked[1])) == {
        "AMD64",
        "aarch64",
        "arm64",
        "x86_64",
    }


def test_running_the_bot_installs_what_is_locked() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")

    assert "--require-hashes -r requirements.lock" in makefile
    assert "$(VENV)/run.stamp: requirements.lock" in makefile


def test_what_cannot_be_audited_does_not_pass_for_safe() -> None:
    """Such as where the index that is asked knows nothing of weaknesses."""
    assert "pip-audit --strict" in (ROOT / "Makefile").read_text(encoding="utf-8")
