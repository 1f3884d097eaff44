"""Tell which translations are older than their English sentence, and mark those that were read.

    python -m tests.house.stamp                   list what is to be read again
    python -m tests.house.stamp table.full 'mm.*' mark these as read, in all languages
    python -m tests.house.stamp ko:table.full     mark this one, in Korean alone

Above each translated message stands a line such as `#. en 1a2b3c4d`: the start of
the SHA-256 of the English sentence that it was made from. It no longer fits once
somebody changes the English sentence.
"""

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

LOCALE = Path(__file__).parents[2] / "metrobot" / "ui" / "locale"
SOURCE = "en"
MARK = "#. en "
_DIGITS = 8
_MSGID = 'msgid "'


@dataclass(frozen=True)
class Stale:
    """One translation that is older than its English sentence; immutable."""

    path: Path
    key: str
    stamp: str

    @property
    def name(self) -> str:
        """The language and the key: `ko:table.full`."""
        return f"{self.path.parent.name}:{self.key}"

    def __str__(self) -> str:
        """Return a line that names the fault and the command that mends it."""
        return (
            f"{self.name}: the English sentence is newer. Read the translation again, change it"
            f" where it no longer says the same, then run: make stamped KEYS={self.name}"
        )


def stale(locale: Path = LOCALE) -> list[Stale]:
    """Return all translations that are older than their English sentences.

    Names of commands and options have no English sentence, so they never are.

    Args:
        locale: the folder of all languages.
    """
    stamps = {key: stamp_of(each) for _, key, each in _messages(locale, SOURCE)}
    languages = sorted(path.name for path in locale.iterdir() if path.is_dir())
    return [
        Stale(path, key, stamps[key])
        for language in languages
        if language != SOURCE
        for path, key, each in _messages(locale, language)
        if key in stamps and f"{SOURCE} {stamps[key]}" not in each.auto_comments
    ]


def stamp_of(message: Message) -> str:
    """Return the stamp of an English message: of its sentence, or of all its forms."""
    said = message.string
    forms = (said,) if isinstance(said, str) else said or ()
    return sha256("\n".join(forms).encode()).hexdigest()[:_DIGITS]


def stamped(text: str, stamps: Mapping[str, str]) -> str:
    """Return a catalogue with new stamps; all else stays as it was written."""
    kept = list[str]()
    for line in text.splitlines(keepends=True):
        key = line.strip().removeprefix(_MSGID).removesuffix('"')
        if line.startswith(_MSGID) and key in stamps:
            if kept and kept[-1].startswith(MARK):
                kept.pop()
            kept.append(f"{MARK}{stamps[key]}\n")
        kept.append(line)
    return "".join(kept)


def stamp(names: Collection[str], locale: Path = LOCALE) -> list[Stale]:
    """Mark translations as read, and return them.

    Args:
        names: keys, or language and key (`ko:table.full`); `*` stands for any letters.
        locale: the folder of all languages.
    """
    read = [each for each in stale(locale) if _is_named(each, names)]
    for path in {each.path for each in read}:
        stamps = {each.key: each.stamp for each in read if each.path == path}
        path.write_text(stamped(path.read_text("utf-8"), stamps), "utf-8")
    return read


def _is_named(found: Stale, names: Iterable[str]) -> bool:
    """Return whether one of the names means this translation."""
    return any(fnmatchcase(found.name, name) or fnmatchcase(found.key, name) for name in names)


def _messages(locale: Path, language: str) -> Iterator[tuple[Path, str, Message]]:
    """Yield each message of a language, with its catalogue and its key."""
    for path in sorted(locale.glob(f"{language}/*.po")):
        with path.open("rb") as file:
            found = [each for each in read_po(file) if each.id and each.string]
        for each in found:
            yield path, each.id if isinstance(each.id, str) else each.id[0], each


def main(names: list[str]) -> int:
    """Stamp the named translations, or list all stale ones; return the exit code."""
    if not names:
        found = stale()
        sys.stdout.writelines(f"{each}\n" for each in found)
        return bool(found)
    read = stamp(names)
    sys.stdout.writelines(f"{each.name}: stamped\n" for each in read)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
