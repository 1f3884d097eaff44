"""What is wrong with a translated catalogue, and with the commands' translations."""

import re
import string
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from discord import app_commands

import metrobot
from metrobot.ui.app.command_tree import commands_of
from metrobot.ui.words.grammar import RULES
from metrobot.ui.words.translator import choice_key, description_keys, name_key, stem

LOCALE = Path(metrobot.__file__).parent / "ui" / "locale"
PLURALS = {"en": 2, "nl": 2, "es": 2, "ko": 1}
"""Number of forms of a sentence with a number, by language."""
DISCORD = {"en": ("en-US", "en-GB"), "nl": ("nl",), "es": ("es-ES", "es-419"), "ko": ("ko",)}
"""Discord's names of each language."""
NAME = re.compile(r"[-_'\w]{1,32}")
LONGEST = 100
WORDS = re.compile(r"[^\W\d_]{2,}")
QUOTED = re.compile(r"`([^`]+)`")
OPTION = re.compile(r"[a-z_]+\d*:[^` ]*")
OPTIONS = re.compile(rf"{OPTION.pattern}(?: {OPTION.pattern})*")
Messages = Mapping[str, Message]


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.name)


def messages(language: str) -> dict[str, Message]:
    found = (each for path in LOCALE.glob(f"{language}/*.po") for each in read(path))
    return {key(each): each for each in found if each.id}


def key(message: Message) -> str:
    """Return the key of a message, with or without a plural."""
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> list[str]:
    """Return the sentence of a message, or all its forms."""
    if isinstance(message.string, str):
        return [message.string]
    return list(message.string or ())


def fields(sentence: str) -> Counter[tuple[str, str]]:
    """Return the names in braces, each with what is asked of it."""
    found = string.Formatter().parse(sentence)
    return Counter((name, spec or "") for _, name, spec, _ in found if name)


def names(sentence: str) -> set[str]:
    """Return the names in braces."""
    return {name for name, _ in fields(sentence)}


def catalogue_faults(
    language: str,
    told: Messages,
    english: Messages,
    wanted: Iterable[str],
    allowed: Iterable[str] = (),
) -> list[str]:
    """Return the faults in a language's messages.

    Args:
        language: which.
        told: its messages.
        english: those that there have to be.
        wanted: keys that the language must have and English has not: names.
        allowed: keys that it may have besides.
    """
    needed = {*english, *wanted}
    found = [
        f"{each}: missing" for each in sorted(needed - {k for k, m in told.items() if _is_whole(m)})
    ]
    found += [f"{each}: nobody says it" for each in sorted(told.keys() - needed - {*allowed})]
    for each in sorted(told.keys() & english.keys()):
        found += [f"{each}: {fault}" for fault in _faults(language, told[each], english[each])]
    return found


def _is_whole(message: Message) -> bool:
    """Return whether each form of a message has words."""
    return bool(forms(message)) and all(forms(message))


def _faults(language: str, told: Message, english: Message) -> Iterator[str]:
    """Yield the faults in one message; forms without words are skipped."""
    if isinstance(told.id, str) != isinstance(english.id, str):
        yield "with a plural in one language alone"
    elif not isinstance(told.id, str) and len(forms(told)) != PLURALS[language]:
        yield f"has {len(forms(told))} forms"
    wanted = set().union(*map(names, forms(english)))
    for form in filter(None, forms(told)):
        is_last = form == forms(told)[-1]
        if not names(form) <= wanted or (is_last and names(form) != wanted):
            yield f"fills in {sorted(names(form))}, not {sorted(wanted)}"
        yield from _bad_fields(language, form)
        if options(form) != options(forms(english)[-1]):
            yield f"names the options {sorted(options(form))}"
        if form == forms(english)[-1] and len(WORDS.findall(_plain(form))) > 3:
            yield "is in English"


def _bad_fields(language: str, form: str) -> Iterator[str]:
    """Yield the formats of facts that the language does not know."""
    for _, spec in fields(form):
        try:
            if spec:
                RULES[language]("x", spec)
        except (KeyError, ValueError):
            yield f"cannot write {spec}"


def options(sentence: str) -> set[str]:
    """Return the names of the options that a sentence names: `zone:`, `/dig to2:`."""
    return {
        each.partition(":")[0]
        for quoted in QUOTED.findall(sentence)
        if quoted.startswith("/") or OPTIONS.fullmatch(quoted)
        for each in quoted.split()
        if OPTION.fullmatch(each)
    }


def _plain(sentence: str) -> str:
    """Return a sentence without its facts, commands and links."""
    return re.sub(r"\{[^}]*\}|`[^`]*`|\([^)]*\)", "", sentence)


def unknown_commands(told: Messages, tree: app_commands.CommandTree[Any]) -> list[str]:
    """Return the commands and options that sentences name and that there are not."""
    known = {each.qualified_name: _options_of(each) for each in commands_of(tree)}
    known[""] = {name for each in known.values() for name in each}
    return sorted(
        quoted
        for each in told.values()
        for form in forms(each)
        for quoted in QUOTED.findall(form)
        if (quoted.startswith("/") or OPTIONS.fullmatch(quoted)) and not _is_known(quoted, known)
    )


def _is_known(quoted: str, known: Mapping[str, set[str]]) -> bool:
    """Return whether there is such a command, with such options."""
    named = quoted.removeprefix("/").split()
    command = " ".join(each for each in named if ":" not in each)
    return command in known and options(f"`{quoted}`") <= known[command]


def _options_of(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> set[str]:
    """Return the names of a command's options; a group has none of its own."""
    if isinstance(command, app_commands.Group):
        return set()
    return {str(each.display_name) for each in command.parameters}


def allowed_names(tree: app_commands.CommandTree[Any]) -> set[str]:
    """Return the keys of names that an option may have apart from a command's."""
    return {f"name.option.{stem(name)}" for each in commands_of(tree) for name in _options_of(each)}


def wanted_names(tree: app_commands.CommandTree[Any]) -> set[str]:
    """Return the keys of all names and of all choices that are words of the rules."""
    found = set[str]()
    for command in tree.get_commands():
        for part in parts(command.to_dict(tree)):
            found.add(name_key(part["name"]))
            found |= {
                choice_key(each["name"]) for each in part.get("choices", ()) if _is_word(each)
            }
    return found


def _is_word(choice: Mapping[str, Any]) -> bool:
    """Return whether a choice shows its own value, which is English."""
    return choice["name"] == choice["value"] and choice["name"] not in description_keys()


def parts(command: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command and all within it, as Discord is told."""
    yield dict(command)
    for option in command.get("options", ()):
        yield from parts(option)


def command_faults(command: Mapping[str, Any], locales: Iterable[str]) -> list[str]:
    """Return the faults in the translations of one command.

    Args:
        command: as Discord is told, with translations.
        locales: in which it has to be.
    """
    found = list[str]()
    for part in parts(command):
        for locale in locales:
            name = part.get("name_localizations", {}).get(locale, "")
            said = part.get("description_localizations", {}).get(locale, "")
            if not NAME.fullmatch(name) or name != name.lower():
                found.append(f"{command['name']} {part['name']}: called {name!r} in {locale}")
            if not 1 <= len(said) <= LONGEST:
                found.append(f"{command['name']} {part['name']}: described {said!r} in {locale}")
            found += _alike(part, locale)
            found += [
                f"{command['name']} {part['name']}: {each['name']} is {label!r} in {locale}"
                for each in part.get("choices", ())
                if not 1
                <= len(label := each.get("name_localizations", {}).get(locale, ""))
                <= LONGEST
            ]
    return found


def _alike(part: Mapping[str, Any], locale: str) -> list[str]:
    """Return the names that two options of one command share."""
    inner = [each.get("name_localizations", {}).get(locale) for each in part.get("options", ())]
    return [
        f"{part['name']}: two are {name!r} in {locale}"
        for name, n in Counter(inner).items()
        if n > 1
    ]
