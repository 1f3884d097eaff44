"""Names of players, lines, stations and cards in every text."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final, TypeAlias

from metrobot.games.metrolijn.board import Card, CardKind, Line, Map, Station
from metrobot.games.metrolijn.summary import Round
from metrobot.games.metrolijn.view import View
from metrobot.ui.kit.views import FactNames, GameView, PlayerNames
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import keyed, value_key

AnyGameView: TypeAlias = GameView[View, Round]

CARD_WORDS: Final = keyed("ml.card", CardKind)
"""Name of each kind of card within a sentence."""

MEANING_WORDS: Final = keyed("ml.meaning", CardKind)
"""Explanation of each kind of card, in a sentence or two."""


@dataclass(frozen=True, slots=True)
class Names(PlayerNames):
    """The people and the map of one game, and the words of one reader.

    Attributes:
        map: of the game.
    """

    map: Map

    @property
    def place(self) -> str:
        """The name of the map as in the lobby."""
        return self.words.say(value_key("metrolijn", "map", self.map.id))

    def line(self, line: Line) -> str:
        """Return a line by its letter and its name: A Noord-Zuidlijn."""
        site = self.map.lines[line]
        return self.words.say("ml.line", letter=site.letter, name=site.name)

    def station(self, station: Station) -> str:
        """Return a station's name, which is the same in every language."""
        return self.map.stations[station].name

    in_facts: ClassVar[FactNames] = {**PlayerNames.in_facts, "line": line}

    def stations(self, stations: Iterable[Station]) -> str:
        """Return several stations as a list in words."""
        return self.words.listed([self.station(station) for station in stations])

    def letters_at(self, station: Station) -> str:
        """Return the letters of the lines that serve a station."""
        return ", ".join(self.map.lines[line].letter for line in self.map.lines_at(station))

    def card(self, card: Card) -> str:
        """Return a card within a sentence: 4, express 2, transfer."""
        return _card(self.words, card)

    def cards(self, cards: Sequence[Card]) -> str:
        """Return several cards, equal ones counted together: 2 × 3, 4, transfer."""
        return _cards(self.words, tuple(cards))

    def meaning(self, card: Card) -> str:
        """Return the explanation of a card, including the reshuffle after a 6."""
        text = self.words.say(MEANING_WORDS[card.kind], value=card.value)
        return self.words.say("ml.meaning.then", meaning=text) if card.reshuffles else text


# The same few cards stand in every text about a round.
@lru_cache
def _card(words: Words, card: Card) -> str:
    return words.say(CARD_WORDS[card.kind], value=card.value)


@lru_cache
def _cards(words: Words, cards: tuple[Card, ...]) -> str:
    items = [
        _card(words, card) if n == 1 else words.say("ml.card.times", n=n, card=_card(words, card))
        for card, n in Counter(cards).items()
    ]
    return ", ".join(items) or words.say("ml.card.none")


def names_for(game_view: AnyGameView, words: Words) -> Names:
    """Return the names of a game, safe for Markdown."""
    return Names(words, game_view.shown, game_view.public.map)


def plain_names(game_view: AnyGameView, words: Words) -> Names:
    """Return the names for texts without Markdown: alt texts, menus, buttons."""
    return Names(words, game_view.plain, game_view.public.map)
