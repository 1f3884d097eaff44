"""Tunnels and stations typed by people, and what autocomplete offers them."""

from itertools import islice
from typing import Any

import pytest

from metrobot.engine.draft import Draft
from metrobot.engine.errors import Refusal
from metrobot.games.metromania.actions import LineName, PlaceStation
from metrobot.games.metromania.geometry import CELL_NAMED, POINT_NAMED, POINT_NAMES
from metrobot.ui.metromania import commands
from metrobot.ui.metromania.commands import tunnels_of
from metrobot.ui.metromania.names import is_left, plain_names
from metrobot.ui.metromania.typed import (
    Typed,
    TypedKey,
    corner_name,
    legal_digs,
    legal_stations,
    now,
    refusal_facts,
    then_pass,
    then_station,
    then_typed,
    typed_target,
)
from metrobot.ui.words.catalogue import ENGLISH, words_for
from tests.ui.metromania.games import Played, draft_at, game_view_at, play


def drafts(game: Played, first: int = 0, step: int = 4) -> list[Draft[Any, Any]]:
    """Return empty drafts at some turns of a game."""
    starts = game.turn_starts()[:-1]
    return [draft_at(game, events) for events in islice(starts, first, None, step)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_tunnel_can_be_typed(players: int) -> None:
    """Target, third corner and letter name each legal tunnel, and no other."""
    for draft in drafts(play(players, 3)):
        for dig in legal_digs(draft):
            typed = Typed(dig.line, typed_target(dig).lower(), corner_name(dig), dig.letter)
            assert then_typed(draft, typed, ENGLISH).actions == (dig,)


def test_left_and_right_name_the_side() -> None:
    """Instead of the third corner one may say left or right, looking ahead."""
    for draft in drafts(play(4, 3), first=8):
        for dig in legal_digs(draft):
            side = "left" if is_left(dig.start, dig.end, dig.cell) else "Right"
            typed = Typed(dig.line, typed_target(dig), side, dig.letter)
            assert then_typed(draft, typed, ENGLISH).actions == (dig,)


@pytest.mark.parametrize(
    ("locale", "left", "right"),
    [("nl", "links", "Rechts"), ("es-ES", "izquierda", "Derecha"), ("ko", "왼쪽", "오른쪽")],
)
def test_the_side_may_be_named_in_the_readers_language(locale: str, left: str, right: str) -> None:
    """As the suggestions and the planner call it; English words are understood as well."""
    for draft in drafts(play(4, 3), first=8, step=12):
        for dig in legal_digs(draft):
            side = left if is_left(dig.start, dig.end, dig.cell) else right
            typed = Typed(dig.line, typed_target(dig), side, dig.letter)
            assert then_typed(draft, typed, words_for(locale)).actions == (dig,)


def test_left_is_left_of_the_way() -> None:
    """Going east from F4 to F5, the cell with G4 lies to the left, that with E5 to the right."""
    f4, f5 = POINT_NAMED["F4"], POINT_NAMED["F5"]

    assert is_left(f4, f5, CELL_NAMED["F4", "F5", "G4"])
    assert not is_left(f4, f5, CELL_NAMED["E5", "F4", "F5"])
    assert not is_left(f5, f4, CELL_NAMED["F4", "F5", "G4"])


def legal_in(caught: pytest.ExceptionInfo[Refusal]) -> set[str]:
    """Return the legal inputs that a refusal names."""
    legal = caught.value.facts["legal"]
    assert isinstance(legal, tuple)
    return set(legal)


def two_sided(draft: Draft[Any, Any]) -> tuple[str, LineName, set[str]]:
    """Return a target of a started line that can be dug on both sides."""
    digs = [dig for dig in legal_digs(draft) if dig.letter is None and dig.start < 91]
    for dig in digs:
        corners = {corner_name(o) for o in digs if (o.line, o.end) == (dig.line, dig.end)}
        if len(corners) == 2:
            return typed_target(dig), dig.line, corners
    raise AssertionError("no such target")


def test_an_open_side_is_asked_for() -> None:
    """If both sides are legal, the refusal names the two third corners."""
    draft = draft_at(play(4, 1), play(4, 1).turn_starts()[8])
    to, line, corners = two_sided(draft)

    with pytest.raises(Refusal) as caught:
        then_typed(draft, Typed(line, to), ENGLISH)

    assert caught.value.key == TypedKey.WHICH_SIDE
    assert legal_in(caught) == corners


def test_an_illegal_tunnel_is_refused_by_the_rules() -> None:
    """The sentence is that of the rule, and what would be legal stands after it."""
    draft = draft_at(play(4, 1), play(4, 1).turn_starts()[8])
    line = LineName.SOLID
    points = draft.title.view_for(draft.state).companies[draft.seat].lines[0].points

    with pytest.raises(Refusal) as caught:
        then_typed(draft, Typed(line, POINT_NAMES[points[-2]]), ENGLISH)

    assert caught.value.key == TypedKey.REFUSED
    assert "§6.2" in str(caught.value.facts["reason"]) or "§6.3" in str(
        caught.value.facts["reason"]
    )
    legal = {typed_target(dig) for dig in legal_digs(draft) if dig.line is line}
    assert legal_in(caught) == legal


@pytest.mark.parametrize(
    ("to", "key"),
    [
        ("nowhere", TypedKey.NO_POINT),
        ("", TypedKey.NO_POINT),
        ("K11", TypedKey.NO_POINT),
        ("A6 B6 C6", TypedKey.NO_POINT),
        ("A6 A7", TypedKey.REFUSED),
        ("K1", TypedKey.REFUSED),
        ("N2", TypedKey.REFUSED),
    ],
)
def test_nonsense_is_refused(to: str, key: TypedKey) -> None:
    """Any text gets a refusal with a sentence."""
    draft = draft_at(play(4, 1), play(4, 1).turn_starts()[8])

    with pytest.raises(Refusal) as caught:
        then_typed(draft, Typed(LineName.SOLID, to, "x", "y"), ENGLISH)

    assert caught.value.key == key
    assert ENGLISH.say(caught.value.key, **caught.value.facts)


def test_a_wrong_side_or_marker_names_what_would_do() -> None:
    """A side or a letter that does not fit is answered with those that do."""
    draft = draft_at(play(4, 1), play(4, 1).turn_starts()[8])
    to, line, corners = two_sided(draft)

    with pytest.raises(Refusal) as side:
        then_typed(draft, Typed(line, to, "A6"), ENGLISH)
    with pytest.raises(Refusal) as letter:
        then_typed(draft, Typed(line, to, min(corners), "A"), ENGLISH)

    assert (side.value.key, letter.value.key) == (TypedKey.NO_SIDE, TypedKey.NO_MARKERS)
    assert "–" not in ENGLISH.say(letter.value.key, **letter.value.facts)
    assert legal_in(side) == corners


def test_what_autocomplete_offers_can_be_played() -> None:
    """Every target, side and letter offered leads to a legal tunnel."""
    for game in (play(4, 1), play(2, 2)):
        names = plain_names(game_view_at(game, 2), ENGLISH)
        for draft in drafts(game, first=1, step=6):
            for line in LineName:
                for label, to in commands.target_choices(names, draft, line, ""):
                    assert len(label) <= 100
                    for _, corner in commands.side_choices(names, draft, Typed(line, to), ""):
                        typed = Typed(line, to, corner)
                        found = commands.marker_choices(names, draft, typed, "")
                        letters: list[str | None] = [value for _, value in found]
                        for letter in letters or [None]:
                            full = Typed(line, to, corner, letter)
                            assert then_typed(draft, full, ENGLISH).actions


def test_autocomplete_goes_on_from_what_is_typed() -> None:
    """Only suggestions that hold what was typed are left."""
    game = play(4, 1)
    names, draft = plain_names(game_view_at(game, 2), ENGLISH), draft_at(game, 2)

    found = commands.target_choices(names, draft, LineName.SOLID, "n2")

    assert [value for _, value in found] == ["N2-K5", "N2-K4"]


def test_a_line_that_can_have_no_station_is_told_no_other_point() -> None:
    """To choose another point of it would be no advice."""
    draft = draft_at(play(3, 1), play(3, 1).turn_starts()[0])
    with pytest.raises(Refusal) as refused:
        then_station(draft, LineName.SOLID, "F6", ENGLISH)

    assert refused.value.key == TypedKey.NOWHERE
    said = ENGLISH.say(refused.value.key, **refused.value.facts)
    assert "Your solid line can have no intermediate station now" in said
    assert "Choose" not in said


def test_stations_can_be_typed() -> None:
    """Each legal intermediate station is offered, and can be typed in small letters."""
    tried = 0
    for draft in drafts(play(3, 4), step=1):
        names = plain_names(game_view_at(play(3, 4), 2), ENGLISH)
        for station in legal_stations(draft):
            name = POINT_NAMES[station.point]
            offered = [v for _, v in commands.station_suggestions(names, draft, station.line, "")]
            typed = then_station(draft, station.line, name.lower(), ENGLISH)
            assert name in offered
            assert typed.actions == (PlaceStation(station.line, station.point),)
            tried += 1

    assert tried


def test_the_line_goes_on_until_another_is_named() -> None:
    """Further tunnels are dug on the line before unless another is given."""
    rows = (("striped", "G7", None, None), (None, "G8", None, "A"), ("solid", "F5", "left", None))

    found = tunnels_of(rows)

    assert [typed.line for typed in found] == [LineName.STRIPED, LineName.STRIPED, LineName.SOLID]
    assert found[1].place == "A"


def test_tunnels_end_where_no_target_is_given() -> None:
    """A third tunnel without a second one is not read."""
    rows = (("solid", "G7", None, None), (None, None, None, None), (None, "F5", None, None))

    assert len(tunnels_of(rows)) == 1


def test_an_impossible_station_names_those_that_are_possible() -> None:
    """The refusal is that of the rule, with the points that would do."""
    for draft in drafts(play(3, 4), step=1):
        legal = [POINT_NAMES[s.point] for s in legal_stations(draft) if s.line is LineName.SOLID]
        if legal:
            break
    with pytest.raises(Refusal) as caught:
        then_station(draft, LineName.SOLID, "A6", ENGLISH)

    assert caught.value.key == TypedKey.STATION_REFUSED
    assert legal_in(caught) == set(legal)
    assert "§8.1" in ENGLISH.say(caught.value.key, **caught.value.facts)


def test_a_pass_is_refused_while_one_can_dig() -> None:
    """A player who can dig a tunnel on no spot may not pass (MM §4.4)."""
    draft = draft_at(play(4, 1), 2)

    with pytest.raises(Refusal) as caught:
        then_pass(draft, ENGLISH)

    assert "§4.2" in ENGLISH.say(caught.value.key, **caught.value.facts)


def test_facts_are_told_in_words() -> None:
    """Spots and lines come from the rules by their codes, and are said in words."""
    refusal = Refusal("rule.dig.not_your_marker", spot="R", letter="D")

    assert refusal_facts(refusal, ENGLISH) == {"spot": "residential", "letter": "D"}


def test_behind_an_ended_line_its_station_comes_first() -> None:
    """A tunnel typed while the extra station is open is refused with that alone (MM §10.3)."""
    game, met = play(3, 4), 0
    for draft in drafts(game, step=1):
        for dig in legal_digs(draft):
            after = draft.then_action(dig)
            if after.is_turn_over or now(after).bonus_line is None:
                continue
            with pytest.raises(Refusal) as caught:
                then_typed(after, Typed(LineName.SOLID, "F6"), ENGLISH)
            assert caught.value.key == "rule.bonus.first"
            met += 1

    assert met
