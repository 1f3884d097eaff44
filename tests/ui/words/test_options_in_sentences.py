"""Options that sentences name are called as their readers' clients call them."""

import pytest

from metrobot.service.people.chosen_languages import ChosenLanguages
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.languages import Languages

NAMES = {"name.zone": "tijdzone", "name.to": "naar", "name.until": "tot"}
NAMES |= {"name.game": "spel", "name.option.game": "titel"}
LINKS = {"me settings": "</me settings:7>", "me away": "</me away:7>", "dig": "</dig:8>"}


class Chosen(ChosenLanguages):
    """Languages that were chosen, in no store."""

    def __init__(self, players: dict[int, str], servers: dict[int, str]) -> None:
        self._players, self._servers = players, servers


def dutch(sentence: str, names: dict[str, str], links: dict[str, str]) -> str:
    """Return a sentence in a language with such names of options."""
    return Words("nl", {"a": sentence, **names}, {}, links).say("a", n=3)


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Geef `zone:` op.", "Geef `tijdzone:` op."),
        ("`/me settings zone:`", "</me settings:7> `tijdzone:`"),
        ("`/me away until:{n}`", "</me away:7> `tot:3`"),
        ("`zone: until:0`", "`tijdzone: tot:0`"),
        ("`/dig to2:`", "</dig:8> `naar2:`"),
        ("`to2:`", "`naar2:`"),
        ("`game:`", "`titel:`"),
        ("`/me settings`", "</me settings:7>"),
        ("`/me settings unheard_of:`", "</me settings:7> `unheard_of:`"),
        ("`/board zone:`", "`/board zone:`"),
        ("`0` of `a b`, ``, `zone`, `x: y`", "`0` of `a b`, ``, `zone`, `x: y`"),
    ],
)
def test_options_are_named_as_the_language_names_them(sentence: str, said: str) -> None:
    """Values stay; a command that is not known to Discord stays whole."""
    assert dutch(sentence, NAMES, LINKS) == said


def test_options_without_a_name_keep_their_english_one() -> None:
    assert dutch("`zone:`, `/me away until:0`", {}, LINKS) == "`zone:`, </me away:7> `until:0`"


def test_facts_are_no_options() -> None:
    """A name that looks like one stays as it is."""
    said = Words("nl", {"a": "{name}", **NAMES}, {}, LINKS).say("a", name="`zone:` `/dig`")

    assert said == "`zone:` `/dig`"


@pytest.mark.parametrize(
    ("chosen", "seen", "option"),
    [
        (None, "nl", "tijdzone:"),
        ("es", "nl", "tijdzone:"),
        ("es", None, "zona-horaria:"),
        ("es", "en-GB", "zone:"),
        ("es", "fi", "zone:"),
        (None, None, "zone:"),
    ],
)
def test_options_are_named_as_the_readers_client_names_them(
    chosen: str | None, seen: str | None, option: str
) -> None:
    """The language they are spoken to in counts only if that of the client is not known."""
    people = {} if chosen is None else {1: chosen}
    languages = Languages(Chosen(people, {}), lambda _: None)
    languages.know_commands(LINKS)

    said = languages.private(1, seen, None).say("table.quiet_needs_zone")

    assert f"</me settings:7> `{option}`" in said


def test_in_public_options_are_named_in_the_servers_language() -> None:
    """Nobody knows whose client shows it."""
    said = Languages(Chosen({}, {7: "nl"}), lambda _: None).public(7).say("frame.which_game")

    assert "`spel:`" in said
