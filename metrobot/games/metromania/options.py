"""The host's options and their effect on seats and hands.

Source: MM §3.4, §3.5, §7.5, §13.5.
"""

from typing import Final

from metrobot.engine.actors import Seat
from metrobot.engine.errors import RecordError
from metrobot.engine.ruleset import Option, Ruleset, colours_option, seat_colours

PLAYER_COUNTS: Final = (2, 3, 4)
COLOUR_COUNT: Final = 4

OPTIONS: Final = (
    Option("hands", ("secret", "open", "strict"), frozenset({3, 4})),
    Option("station_points", ("per_spot", "flat"), frozenset({2, 3, 4})),
    Option("shared_trips", ("cancel", "score"), frozenset({2})),
    Option("advanced", (False, True), frozenset({2})),
    colours_option(COLOUR_COUNT),
)


def check_ruleset(rules: Ruleset) -> None:
    """Refuse a wrong number of people, and the advanced game for more than two (MM §3.1, §3.4).

    Raises:
        RecordError: the number of people or the options do not fit.
    """
    if rules.players not in PLAYER_COUNTS:
        raise RecordError(f"MetrOmania is for 2 to 4 players, not {rules.players}")
    if rules["advanced"] and rules.players != 2:
        raise RecordError("the advanced game is for two players")


def company_count(rules: Ruleset) -> int:
    """Return the number of companies: four in the advanced game (MM §3.4)."""
    return 4 if rules["advanced"] else rules.players


def player_of(rules: Ruleset, seat: Seat) -> int:
    """Return the player who runs a company (MM §3.4)."""
    return player_among(rules.players, seat)


def player_among(players: int, seat: int) -> int:
    """Return the player who runs a company; in the advanced game they alternate (MM §3.4)."""
    return seat % players


def colours_of(rules: Ruleset) -> tuple[int, ...]:
    """Return the number of the colour of each company."""
    return seat_colours(rules.options)[: company_count(rules)]


def has_drawn_hands(rules: Ruleset) -> bool:
    """Return whether hands are dealt by chance (MM §3.2, §3.3, §3.5)."""
    return rules.players > 2 and rules["hands"] != "strict"


def has_secret_hands(rules: Ruleset) -> bool:
    """Return whether hands are hidden from the others (MM §3.3, §3.5)."""
    return rules.players > 2 and rules["hands"] == "secret"


def cancels_shared_trips(rules: Ruleset) -> bool:
    """Return whether a trip shared by both players counts for neither (MM §13.5)."""
    return company_count(rules) == 2 and rules["shared_trips"] == "cancel"


def lines_needed(rules: Ruleset) -> int:
    """Return the number of finished or blocked lines that ends building (MM §11.1)."""
    return {2: 3, 3: 4, 4: 5}[company_count(rules)]
