"""A translation is to be read again when its English sentence has changed."""

from pathlib import Path

import pytest

from tests.house.stamp import stale, stamp

HEAD = 'msgid ""\nmsgstr ""\n"Language: {}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
PLURAL = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
ENGLISH = """# --- The table ---

msgid "table.full"
msgstr "The table is full."

msgid "table.missing"
msgid_plural "table.missing"
msgstr[0] "One more player."
msgstr[1] "{n} more players."
"""
DUTCH = """# --- The table ---

msgid "table.full"
msgstr "De tafel is vol."

# A note of the translator's.
msgid "table.missing"
msgid_plural "table.missing"
msgstr[0] "Nog één speler."
msgstr[1] "Nog {n} spelers."
"""
NAMES = 'msgid "name.board"\nmsgstr "bord"\n'


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    """Return two small languages whose translations have all been read."""
    for language, told in (("en", ENGLISH), ("nl", DUTCH)):
        (tmp_path / language).mkdir()
        text = HEAD.format(language) + PLURAL + told
        (tmp_path / language / "frame.po").write_text(text, "utf-8")
    (tmp_path / "nl" / "names.po").write_text(HEAD.format("nl") + PLURAL + NAMES, "utf-8")
    stamp(["*"], tmp_path)
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    """Change a catalogue."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def named(locale: Path) -> list[str]:
    """Return the translations that are to be read again."""
    return [each.name for each in stale(locale)]


def test_nothing_is_stale_when_all_has_been_read(locale: Path) -> None:
    """Names of commands have no English sentence, and need no stamp."""
    assert named(locale) == []
    assert "#." not in (locale / "nl" / "names.po").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("The table is full.", "All seats are taken.", "table.full"),
        ("The table is full.", "The table is full!", "table.full"),
        ("One more player.", "One more person.", "table.missing"),
        ("{n} more players.", "{n} more people.", "table.missing"),
    ],
)
def test_a_changed_english_sentence_asks_for_its_translations(
    locale: Path, old: str, new: str, key: str
) -> None:
    change(locale / "en" / "frame.po", old, new)

    assert named(locale) == [f"nl:{key}"]


def test_what_is_stale_is_told_with_what_to_do(locale: Path) -> None:
    change(locale / "en" / "frame.po", "is full", "is really full")

    (told,) = map(str, stale(locale))

    assert told.startswith("nl:table.full: the English sentence is newer.")
    assert told.endswith("make stamped KEYS=nl:table.full")


@pytest.mark.parametrize(("languages", "read_again"), [("en nl", ["nl:table.new"]), ("en", [])])
def test_a_new_translation_is_to_be_read_and_one_that_is_missing_is_not(
    locale: Path, languages: str, read_again: list[str]
) -> None:
    """A new sentence is stamped as well; another test asks for what is missing."""
    for language in languages.split():
        new = f'msgid "table.new"\nmsgstr "New in {language}."\n\n# --- The'
        change(locale / language / "frame.po", "# --- The", new)

    assert named(locale) == read_again


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        (["table.full"], ["nl:table.missing"]),
        (["nl:table.full"], ["nl:table.missing"]),
        (["ko:table.full"], ["nl:table.full", "nl:table.missing"]),
        (["table.*"], []),
        (["table.full", "table.missing"], []),
    ],
)
def test_only_what_is_named_counts_as_read(locale: Path, asked: list[str], left: list[str]) -> None:
    """By its key, with or without its language, or by a pattern."""
    change(locale / "en" / "frame.po", "The table is full.", "No seat is left.")
    change(locale / "en" / "frame.po", "more player", "further player")

    stamp(asked, locale)

    assert named(locale) == left


def test_a_stamp_changes_nothing_else(locale: Path) -> None:
    """Sentences, notes and order stay; an old stamp makes room for the new one."""
    before = (locale / "nl" / "frame.po").read_text("utf-8")
    change(locale / "en" / "frame.po", "The table is full.", "No seat is left.")

    stamp(["*"], locale)

    after = (locale / "nl" / "frame.po").read_text("utf-8")
    marks = [line for line in after.splitlines() if line.startswith("#. en ")]
    assert len(marks) == 2
    assert [line for line in after.splitlines() if line not in marks] == [
        line for line in before.splitlines() if not line.startswith("#. en ")
    ]
    assert "# A note of the translator's.\n#. en " in after


def test_every_translation_was_read_since_its_english_sentence_changed() -> None:
    """Each names its language, its key and what to do."""
    assert "\n".join(map(str, stale())) == ""
