"""The colours of seats: pictures, letters and words agree with what the rules say."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from metrobot.engine.errors import Refusal
from metrobot.engine.ruleset import COLOURS, seat_colours
from metrobot.games.metromania.options import colours_of
from metrobot.games.registry import TITLES
from metrobot.games.underground import board, state
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.metromania.names import LETTERS_ON_MAP, names_for
from metrobot.ui.people.colour_choices import colour_choices, colour_wish
from metrobot.ui.words.catalogue import ENGLISH
from render import theme
from tests.legible.kinds import Course, pictures
from tests.render.shown import shown
from tests.titles import GAMES, LARGEST
from tests.ui.extremes import LANGUAGES, words_in

ARRANGEMENTS = tuple(map("".join, permutations("0123")))
NAVY_FIRST = ARRANGEMENTS[0]
COLOURED = [title for title, _ in LARGEST if FRONTS[title].colours]


def changed(value: Any, inks: Mapping[Any, Any], letters: Mapping[str, str]) -> Any:
    """Return a drawing with other inks and letters."""
    if isinstance(value, str):
        return re.sub(r"\b[NOTP]\b", lambda match: letters[match[0]], value)
    if isinstance(value, tuple) and value not in inks:
        return tuple(changed(item, inks, letters) for item in value)
    return inks.get(value, value) if isinstance(value, tuple) else value


def drawn(course: Course, colours: str, numbers: str) -> Iterable[list[Any]]:
    """Yield the marks of each picture of a game, with numbers and letters of other colours."""
    pairs = [(int(a), int(b)) for a, b in zip(colours, numbers, strict=True)]
    # Two shades of one colour may be the same, so that only its number can be compared.
    inks = {shade: b for a, b in pairs for shade in theme.LIVERIES[a]}
    letters = {LETTERS_ON_MAP[a]: LETTERS_ON_MAP[b] for a, b in pairs}
    for picture in pictures(course, is_brief=True):
        yield [
            (
                changed(put.ink, inks, letters),
                changed(tuple(sign.text for sign in put.signs), inks, letters),
                put.shape and (put.shape.make, changed(put.shape.args, inks, letters)),
            )
            for put in shown(picture.draw).puts
        ]


def agrees(colours: str, **options: Any) -> None:
    """Demand of a game in some colours that all is as in navy, orange, teal, plum but for them."""
    players = 2 if options else 4
    course = Course("metromania", players, 3, tuple(options.items()))
    usual = drawn(course, NAVY_FIRST, colours)
    own_course = replace(course, options=(*course.options, (COLOURS, colours)))
    own = drawn(own_course, NAVY_FIRST, NAVY_FIRST)
    count = 0
    for one, other in zip(usual, own, strict=True):
        assert one == other
        count += 1

    assert count > 10


@pytest.mark.long
def test_pictures_are_in_the_colours_of_the_rules() -> None:
    """Lines, badges, markers, bars, banners, ghosts, trips and hands, and all letters."""
    agrees("2031")
    agrees("3201", advanced=True)


@pytest.mark.long
@pytest.mark.parametrize("colours", ARRANGEMENTS[1:])
def test_pictures_are_in_each_arrangement_of_colours(colours: str) -> None:
    """All 24 of four companies."""
    agrees(colours)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("colours", ARRANGEMENTS)
def test_words_name_the_colours_of_the_rules(language: str, colours: str) -> None:
    """The opening and the status in each language, the chart's letters and inks."""
    game, words, front = (
        GAMES["metromania"].play(4, 1, colours=colours),
        words_in(language),
        FRONTS["metromania"],
    )
    view = game_view_of(GAMES["metromania"].table_at(game, game.turn_starts()[5]), words)
    opening, signs = front.opening(view, words), front.player_signs(view, words)
    scores = front.status(view, words)
    for seat, number in enumerate(map(int, colours)):
        word = words.say(front.colours[number])

        assert word in opening[seat]
        assert LETTERS_ON_MAP[number] in opening[seat]
        assert any(word in line and names_for(view, words).players[seat] in line for line in scores)
        assert signs[seat] == (LETTERS_ON_MAP[number], theme.COMPANIES[number])


@pytest.mark.parametrize("players", board.COLOUR_SETS)
def test_each_arrangement_of_sets_of_london_holds_everywhere(players: int) -> None:
    """Views, owners and words have the set that the rules name; nobody else has it."""
    title, front, sets = TITLES["underground"], FRONTS["underground"], board.COLOUR_SETS[players]
    tail = "01234"[players:]
    for numbers in permutations(range(players)):
        rules = title.ruleset(players, {COLOURS: "".join(map(str, numbers)) + tail})
        view = title.view_for(title.initial_state(rules))
        own = [sets[number] for number in numbers]

        assert [player.colours for player in view.players] == own
        for seat, colours in enumerate(own):
            assert {state.owner_of(rules, colour) for colour in colours} == {seat}
    game = GAMES["underground"].play(players, 1, colours="".join(map(str, numbers)) + tail)
    game_view = game_view_of(GAMES["underground"].table_at(game, game.turn_starts()[0]), ENGLISH)
    text = "\n".join(front.opening(game_view, ENGLISH))
    for name, colours in zip(game_view.plain, own, strict=True):
        codes = " ".join(board.COLOURS[colour].code for colour in colours)
        assert re.search(rf"{name}\W+{codes}", text)


def test_a_game_without_the_option_has_the_colours_of_its_seats() -> None:
    for title in COLOURED:
        rules = replace(TITLES[title].ruleset(2, {}), options=())
        assert seat_colours(rules.options)[:2] == (0, 1)
    assert colours_of(TITLES["metromania"].ruleset(2, {"advanced": True})) == (0, 1, 2, 3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wish_is_read_as_it_is_shown_or_stored_and_no_other_is_taken(language: str) -> None:
    """Twice the same colour, one alone, of no seat, or of a game that has none: all are refused."""
    words = words_in(language)
    for title in COLOURED:
        choices = colour_choices(FRONTS[title], words)
        read = [colour_wish(FRONTS, label.upper(), words) for label in choices.values()]
        assert read == [colour_wish(FRONTS, f" {code}", words) for code in choices]
        assert len({str(wish) for wish in read}) == len(choices) <= 25
        assert {name for name, _ in read} == {title}
        for text in ("", f"{title}-0", f"{title}-0-0", f"{title}-0-9", f"{title}-0-1-2"):
            with pytest.raises(Refusal):
                colour_wish(FRONTS, text, words)
    for text in ("metrolijn", "metrolijn-0-1", "toy", "-0-1", "0" * 5000):
        with pytest.raises(Refusal):
            colour_wish(FRONTS, text, words)
