"""The catalogues of `locale/`, from which every sentence comes that people read.

A catalogue is a gettext .po file whose msgids are keys, `area.thing.detail`; a
language may have several files, merged into one. They are read when a language
is first asked for; nothing needs to be compiled. Sentences that a language lacks
are said in English.
"""

import gettext
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Final

from babel.dates import format_date, get_day_names
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from metrobot.ui.words.grammar import GROUPED_FROM, RULES, Inflected
from metrobot.ui.words.keys import title_key

FOLDERS: tuple[Path, ...] = (Path(__file__).parents[1] / "locale",)
"""Folders of the languages, each in a folder of its own."""
FALLBACK: Final = "en"
COMPLETE: Final = ("en", "nl", "es", "ko")
"""Languages in which nothing may be missing; the tests hold them to it."""
MINUS: Final = "\u2212"
_CHOSEN_FROM: Final = frozenset({"choices", "counts", "legal"})
"""Facts of which a reader takes one: they are joined by "or"."""
_GROUPED: Final = 1000
"""Smallest number that is written differently in some languages."""
_OPTION: Final = r"[a-z_]+\d*:[^` ]*"
_NAMED: Final = re.compile(
    rf"`(?:/(?P<command>[a-z]+(?: [a-z]+)?)(?P<of_it>(?: {_OPTION})*)"
    rf"|(?P<alone>{_OPTION}(?: {_OPTION})*))`"
)
"""A command, with or without options, or options alone: `/game new seats:3`, `seats:`."""
_BUTTON: Final = re.compile(r"\[\[([a-z_.]+)\]\]")
"""A button, by the key of its label: `[[planner.confirm]]`."""
_OPTION_NAME: Final = re.compile(r"\b([a-z_]+)(\d*):")

Plural = tuple[tuple[str, ...], Callable[[int], int]]
"""Forms of a sentence, and the function that chooses the form for a number."""


class MissingWordError(KeyError):
    """No catalogue has a sentence for this key."""


class Words:
    """Catalogue of one language; immutable.

    Attributes:
        locale: the name of its folder, such as `en` or `pt_BR`.
    """

    def __init__(
        self,
        locale: str,
        sentences: Mapping[str, str],
        plurals: Mapping[str, Plural],
        commands: Mapping[str, str] | None = None,
        client: "Words | None" = None,
    ) -> None:
        self.locale = locale
        self._sentences = sentences
        self._plurals = plurals
        self._commands = commands or {}
        self._client = client or self
        self._rule = RULES.get(locale)

    def with_commands(self, commands: Mapping[str, str], client: "Words | None" = None) -> "Words":
        """Return the same words, with other texts for commands and options that sentences name.

        Args:
            commands: texts that stand for `/game new` and so on, by `game new`.
            client: language in which the reader's Discord names options, if it is another.
        """
        return Words(self.locale, self._sentences, self._plurals, commands, client)

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all sentences."""
        return frozenset((*self._sentences, *self._plurals))

    def has(self, key: str) -> bool:
        """Return whether there is a sentence for this key."""
        return key in self._sentences or key in self._plurals

    def say(self, key: str, /, **facts: object) -> str:
        """Return a sentence with its facts filled in; tuples are joined to lists.

        Raises:
            MissingWordError: there is no such sentence.
        """
        try:
            sentence = self._sentences[key]
        except KeyError:
            raise MissingWordError(key) from None
        return self._filled(sentence, facts)

    def count(self, key: str, n: int, /, **facts: object) -> str:
        """Return the form of a sentence that goes with a number, `{n}` filled in.

        A number below zero has the form of the same one above it: −1 point, −2 points.

        Raises:
            MissingWordError: there is no such sentence with a plural.
        """
        try:
            forms, form_of = self._plurals[key]
        except KeyError:
            raise MissingWordError(key) from None
        return self._filled(forms[form_of(abs(n))], {"n": n, **facts})

    def each(self, key: str, /, **columns: Iterable[object]) -> list[str]:
        """Return a sentence for each row of some columns of facts, such as names and points."""
        rows = zip(*columns.values(), strict=True)
        return [self.say(key, **dict(zip(columns, row, strict=True))) for row in rows]

    def title(self, title: str) -> str:
        """Return the name of a game, given the id of its title."""
        return self.say(title_key(title))

    def listed(self, items: Sequence[str], key: str = "words.list.and") -> str:
        """Return several things in one phrase: "A, B and C".

        Args:
            items: texts to list.
            key: the key of the sentence that joins the last two.
        """
        if len(items) < 2:
            return "".join(items)
        return self.say(key, most=self.say("words.list.comma").join(items[:-1]), last=items[-1])

    def signed(self, points: int) -> str:
        """Return a number with its sign: +3, −6, 0."""
        return f"+{self.number(points)}" if points > 0 else self.number(points)

    def number(self, value: float, places: int = 0) -> str:
        """Return a number as it is written in this language: 1,234.5 or 1.234,5, −3."""
        # Most numbers are small, and Babel is slow.
        if type(value) is int and 0 <= value < _GROUPED and not places:
            return str(value)
        value = round(value, places)
        # Rounded first, so that −0.2 without places is 0, not −0.
        sign, value = MINUS if value < 0 else "", abs(value)
        if isinstance(value, int) and not places and value < _GROUPED:
            return f"{sign}{value}"
        form = "#,##0." + "0" * places if places else "#,##0"
        grouped = value >= GROUPED_FROM.get(self.locale, _GROUPED)
        return sign + format_decimal(value, form, locale=self.locale, group_separator=grouped)

    def day(self, day: date) -> str:
        """Return a day with its year, as it is written in this language."""
        return format_date(day, "long", locale=self.locale)

    def weekday(self, day: int) -> str:
        """Return the name of a day of the week that stands alone, Monday being 0."""
        return str(get_day_names(context="stand-alone", locale=self.locale)[day])

    def _filled(self, sentence: str, facts: Mapping[str, object]) -> str:
        """Return a sentence with its facts, and with commands and options as they are shown."""
        if "`" in sentence:
            sentence = _NAMED.sub(self._named, sentence)
        if not facts and "{" not in sentence and "}" not in sentence:
            return sentence
        return sentence.format_map({name: self._fact(name, fact) for name, fact in facts.items()})

    def _named(self, match: re.Match[str]) -> str:
        options = _OPTION_NAME.sub(self._option, (match["of_it"] or match["alone"] or "").strip())
        quoted = f"`{options}`" if options else ""
        if match["command"] is None:
            return quoted
        mention = self._commands.get(match["command"])
        # A command that Discord does not know yet stays as it is written, options included.
        return match[0] if mention is None else f"{mention} {quoted}".rstrip()

    def _option(self, match: re.Match[str]) -> str:
        return f"{self._client.option(match[1]) or match[1]}{match[2]}:"

    def option(self, name: str) -> str | None:
        """Return the name of an option in this language, or None in English.

        Args:
            name: its English name, without the number at its end.
        """
        names = (f"name.option.{name}", f"name.{name}")
        return next((self._sentences[key] for key in names if key in self._sentences), None)

    def _fact(self, name: str, fact: object) -> object:
        """Return one fact as this language writes it: a tuple as a list, a number in its form."""
        if isinstance(fact, tuple):
            key = "words.list.or" if name in _CHOSEN_FROM else "words.list.and"
            fact = self.listed([str(item) for item in fact], key)
        elif isinstance(fact, int):
            fact = self.number(fact)
        return fact if self._rule is None else Inflected(str(fact), self._rule)


@lru_cache
def nearest(*locales: str | None) -> str | None:
    """Return the language of the first locale that has one: for pt-BR pt_BR, else pt."""
    there = languages()
    exact = (locale.replace("-", "_") for locale in locales if locale)
    names = (name for locale in exact for name in (locale, locale.partition("_")[0]))
    return next((name for name in names if name in there), None)


def words_for(locale: str | None) -> Words:
    """Return the words of the nearest language, or of English."""
    return _language(nearest(locale) or FALLBACK, FOLDERS)


def languages() -> frozenset[str]:
    """Return the names of all languages that have a catalogue."""
    return _languages(FOLDERS)


@cache
def _languages(folders: tuple[Path, ...]) -> frozenset[str]:
    return frozenset(path.parent.name for path in _files("*", folders))


@cache
def _language(locale: str, folders: tuple[Path, ...]) -> Words:
    sentences, plurals = _read(FALLBACK, folders)
    if locale != FALLBACK:
        sentences_here, plurals_here = _read(locale, folders)
        sentences, plurals = {**sentences, **sentences_here}, {**plurals, **plurals_here}
    fill = partial(_BUTTON.sub, lambda button: sentences[button[1]])
    return Words(
        locale,
        {key: fill(sentence) for key, sentence in sentences.items()},
        {key: (tuple(map(fill, forms)), form_of) for key, (forms, form_of) in plurals.items()},
    )


@cache
def _read(locale: str, folders: tuple[Path, ...]) -> tuple[Mapping[str, str], Mapping[str, Plural]]:
    """Read all catalogues of a language in these folders; this takes 20 ms, so it is cached."""
    sentences = dict[str, str]()
    plurals = dict[str, Plural]()
    for path in _files(locale, folders):
        for key, entry in _entries(path):
            if isinstance(entry, str):
                sentences[key] = entry
            else:
                plurals[key] = entry
    return sentences, plurals


def _files(locale: str, folders: tuple[Path, ...]) -> list[Path]:
    # Sorted: of a key that stands in two files the last one counts, on every machine the same.
    return [path for folder in folders for path in sorted(folder.glob(f"{locale}/*.po"))]


def _entries(path: Path) -> Iterator[tuple[str, str | Plural]]:
    """Yield each key of a catalogue with its sentence or forms; empty ones are left out."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.parent.name)
    form_of = gettext.c2py(catalogue.plural_expr)
    for message in catalogue:
        forms = (message.string,) if isinstance(message.string, str) else message.string or ()
        # The header has no id, and what is not translated yet is said in English.
        if not message.id or not all(forms):
            continue
        if isinstance(message.id, str):
            yield message.id, forms[0]
        else:
            yield message.id[0], (tuple(forms), form_of)


ENGLISH: Final = words_for(FALLBACK)
