"""OU §2: setting up."""

from collections import Counter

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.errors import RecordError
from metrobot.games.underground.actions import PlaceTokens
from metrobot.games.underground.board import (
    CARDS,
    COLOUR_NAMED,
    COLOUR_SETS,
    COLOURS,
    CONNECTIONS,
    STATIONS,
    SYMBOLS,
    StationKind,
)
from metrobot.games.underground.state import Phase, State, colours_of
from tests.games.underground.positions import PLAIN_SYMBOLS, TITLE, after, cards, refusal, station
from tests.rulebook.cases import Cases, section

FOUR = ("acton", "angel", "bank", "borough")


def new(players: int = 2) -> State:
    return TITLE.initial_state(TITLE.ruleset(players, {}))


def with_tokens() -> State:
    """Return the state in which the connection tokens lie on the board."""
    return after(new(), PlaceTokens(PLAIN_SYMBOLS))


def colour_counts(players: int) -> list[int]:
    return [len(colours_of(new(players).rules, Seat(seat))) for seat in range(players)]


def twenties(players: int) -> set[int]:
    """Return the numbers of colours of 20 pieces that seats have."""
    return {
        sum(COLOURS[colour].pieces == 20 for colour in colours) for colours in COLOUR_SETS[players]
    }


def refused(players: int) -> bool:
    """Return whether that many people cannot play."""
    try:
        TITLE.ruleset(players, {})
    except RecordError:
        return True
    return False


def scores(players: int) -> list[int]:
    """Return the starting score of each seat."""
    return [new(players).score(Seat(seat)) for seat in range(players)]


CASES: Cases = {
    "2.1 two to five play": (
        lambda: [players for players in range(8) if not refused(players)],
        [2, 3, 4, 5],
    ),
    "2.1 four colours each with two players": (lambda: colour_counts(2), [4, 4]),
    "2.1 three with three": (lambda: colour_counts(3), [3, 3, 3]),
    "2.1 two with four": (lambda: colour_counts(4), [2, 2, 2, 2]),
    "2.1 two with five": (lambda: colour_counts(5), [2, 2, 2, 2, 2]),
    "2.1 20 or 15 pieces a colour, 190 in all": (
        lambda: (
            Counter(colour.pieces for colour in COLOURS),
            sum(colour.pieces for colour in COLOURS),
        ),
        ({20: 5, 15: 6}, 190),
    ),
    "2.1 everybody has one colour of 20": (
        lambda: [twenties(players) for players in (2, 3, 4, 5)],
        [{1}] * 4,
    ),
    "2.1 no colour belongs to two": (
        lambda: [
            max(Counter(colour for colours in sets for colour in colours).values())
            for sets in COLOUR_SETS.values()
        ],
        [1] * 4,
    ),
    "2.1 seat 1 takes the second set": (
        lambda: colours_of(new(3).rules, Seat(1)),
        tuple(COLOUR_NAMED[name] for name in ("blue", "green", "grey")),
    ),
    "2.2 the passenger stands at Euston": (lambda: with_tokens().passenger, station("euston")),
    "2.2 there are eight connection stations and four symbols": (
        lambda: (len(CONNECTIONS), len(SYMBOLS)),
        (8, 4),
    ),
    "2.2 two tokens of each symbol, in any order": (
        lambda: refusal(new(), PlaceTokens(PLAIN_SYMBOLS[::-1]), CHANCE),
        None,
    ),
    "2.2 never three of one": (
        lambda: refusal(new(), PlaceTokens((SYMBOLS[1], *PLAIN_SYMBOLS[1:])), CHANCE),
        "rule.chance.impossible",
    ),
    "2.2 never seven tokens": (
        lambda: refusal(new(), PlaceTokens(PLAIN_SYMBOLS[1:]), CHANCE),
        "rule.chance.impossible",
    ),
    "2.2 shuffled: 8! / 2^4 layouts, each once": (
        lambda: (len(TITLE.chance(new())), len(set(TITLE.chance(new())))),
        (2520, 2520),
    ),
    "2.2 every layout is possible": (
        lambda: {refusal(new(), draw, CHANCE) for draw in TITLE.chance(new())[::100]},
        {None},
    ),
    "2.3 22 express and 33 regular cards": (
        lambda: Counter(STATIONS[card].kind for card in CARDS),
        {StationKind.EXPRESS: 22, StationKind.REGULAR: 33},
    ),
    "2.3 one card a station": (lambda: len(set(CARDS)), 55),
    "2.3 four face up": (
        lambda: after(with_tokens(), cards(*FOUR)).open_cards,
        tuple(map(station, FOUR)),
    ),
    "2.3 the others in the pile": (lambda: len(after(with_tokens(), cards(*FOUR)).pile), 51),
    "2.3 then the first player builds": (
        lambda: (
            after(with_tokens(), cards(*FOUR)).phase,
            TITLE.awaiting(after(with_tokens(), cards(*FOUR))),
        ),
        (Phase.BUILD, (0,)),
    ),
    "2.3 not three": (
        lambda: refusal(with_tokens(), cards(*FOUR[:3]), CHANCE),
        "rule.chance.impossible",
    ),
    "2.3 none twice": (
        lambda: refusal(with_tokens(), cards("acton", *FOUR[:3]), CHANCE),
        "rule.chance.impossible",
    ),
    "2.3 only stations with a card": (
        lambda: refusal(with_tokens(), cards("euston", *FOUR[:3]), CHANCE),
        "rule.chance.impossible",
    ),
    "2.3 no cards before the tokens": (
        lambda: refusal(new(), cards(*FOUR), CHANCE),
        "rule.chance.impossible",
    ),
    "2.4 two players": (lambda: scores(2), [0, 1]),
    "2.4 five players": (lambda: scores(5), [0, 1, 2, 3, 4]),
}
test_section_2 = section(CASES)
