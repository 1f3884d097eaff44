"""Names of players, lines, stations and symbols in every text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from metrobot.engine.ruleset import Ruleset
from metrobot.games.underground.board import (
    COLOURS,
    LINKS,
    STATIONS,
    Colour,
    Link,
    Station,
    StationKind,
)
from metrobot.games.underground.state import Source, owner_of
from metrobot.ui.kit.front import AnyGameView
from metrobot.ui.kit.views import FactNames, PlayerNames
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import keyed

COLOUR_WORDS: Final = keyed("ou.colour", (colour.id for colour in COLOURS))
"""Name of each colour within a sentence."""

COLOUR_HEADS: Final = keyed("ou.head", COLOUR_WORDS)
"""Name of each colour at the beginning of a line."""

SYMBOL_WORDS: Final = keyed("ou.symbol", ("suitcase", "camera", "wine_glass", "laptop"))
KIND_WORDS: Final = keyed("ou.kind", StationKind)
SOURCE_WORDS: Final = keyed("ou.source", Source)


station: Final = tuple(site.name for site in STATIONS).__getitem__
"""Return a station's name, which is the same in every language."""


def link_between(a: Station, b: Station) -> str:
    """Return a link by its stations in this order: Acton–Ealing Broadway."""
    return f"{station(a)}–{station(b)}"


def link_name(link: Link) -> str:
    """Return a link by its stations."""
    return link_between(LINKS[link].a, LINKS[link].b)


@dataclass(frozen=True, slots=True)
class Names(PlayerNames):
    """The people of one game, and the words of one reader.

    Attributes:
        rules: of the game.
    """

    rules: Ruleset

    def owner(self, colour: Colour) -> str:
        """Return the name of a colour's owner."""
        return self.players[owner_of(self.rules, colour)]

    def colour(self, colour: Colour) -> str:
        """Return a colour within a sentence."""
        return self.words.say(COLOUR_WORDS[COLOURS[colour].id])

    def head(self, colour: Colour) -> str:
        """Return a colour for the beginning of a line."""
        return self.words.say(COLOUR_HEADS[COLOURS[colour].id])

    def lettered(self, colour: Colour) -> str:
        """Return a colour for the beginning of a line, with its letter on the map: Red (R)."""
        return self.words.say("ou.colour_code", colour=self.head(colour), code=COLOURS[colour].code)

    in_facts: ClassVar[FactNames] = {
        **PlayerNames.in_facts,
        "colour": lettered,
        **dict.fromkeys(("station", "farther"), lambda _, there: station(there)),
    }

    def colours(self, colours: Sequence[Colour]) -> str:
        """Return several colours, each with its letter on the map."""
        items = [
            self.words.say("ou.colour_code", colour=self.colour(c), code=COLOURS[c].code)
            for c in colours
        ]
        return self.words.listed(items)

    def symbol(self, symbol: str) -> str:
        """Return the name of a connection token's symbol."""
        return self.words.say(SYMBOL_WORDS[symbol])

    def kind(self, kind: StationKind) -> str:
        """Return the name of a kind of station."""
        return self.words.say(KIND_WORDS[kind])

    def card(self, card: Station) -> str:
        """Return a destination with its kind."""
        return self.words.say("ou.card", station=station(card), kind=self.kind(STATIONS[card].kind))

    def cards(self, cards: Sequence[Station]) -> str:
        """Return several destinations, each with its kind."""
        return self.words.listed([self.card(card) for card in cards])


def names_for(game_view: AnyGameView, words: Words) -> Names:
    """Return the names of a game, safe for Markdown."""
    return Names(words, game_view.shown, game_view.rules)


def plain_names(game_view: AnyGameView, words: Words) -> Names:
    """Return the names for texts without Markdown: alt texts, menus, buttons."""
    return Names(words, game_view.plain, game_view.rules)
