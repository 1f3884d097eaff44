"""Links as people type them: understood, or refused with what would be legal."""

from collections.abc import Sequence
from random import Random

import pytest

from metrobot.engine.errors import Refusal
from metrobot.games.underground.actions import Build
from metrobot.games.underground.board import COLOURS, LINKS, STATIONS
from metrobot.games.underground.state import colours_of
from metrobot.ui.kit.typed_turns import AnyDraft
from metrobot.ui.underground import commands
from metrobot.ui.underground.names import Names, plain_names, station
from metrobot.ui.underground.typed import Typed, after_all, station_named, then_tokens
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.underground.games import draft_at, game_view_at, play


def at_turn(players: int, seed: int, turn: int) -> tuple[Names, AnyDraft]:
    """Return an empty draft at the start of a turn."""
    game = play(players, seed)
    events = game.turn_starts()[turn]
    return plain_names(game_view_at(game, events), ENGLISH), draft_at(game, events)


def refused(draft: AnyDraft, *pieces: Typed) -> Refusal:
    """Return the refusal of these pieces; its sentence can be said."""
    with pytest.raises(Refusal) as caught:
        after_all(draft, pieces, ENGLISH)
    assert "{" not in ENGLISH.say(caught.value.key, **caught.value.facts)
    return caught.value


def links(draft: AnyDraft) -> Sequence[Build]:
    """Return the pieces of a draft."""
    return [action for action in draft.actions if isinstance(action, Build)]


def test_a_turn_can_be_typed_in_short() -> None:
    """Colour by name or letter; what is left out goes on from the piece before."""
    _, draft = at_turn(3, 1, 0)

    done = after_all(
        draft,
        [
            Typed("red", "Acton", "Ealing Broadway"),
            Typed(None, "acton", "white c"),
            Typed(None, None, "SHEPHERDS BUSH"),
            Typed("P", "euston", "great portland street"),
        ],
        ENGLISH,
    )

    pieces = [(COLOURS[b.colour].id, b.link) for b in links(done)]
    assert [colour for colour, _ in pieces] == ["red", "red", "red", "pink"]
    ends = [{STATIONS[LINKS[n].a].name, STATIONS[LINKS[n].b].name} for _, n in pieces]
    assert ends[1:3] == [{"Acton", "White City"}, {"White City", "Shepherd’s Bush"}]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (Typed("mauve", "Acton", "White City"), "Yours are red, pink and white"),
        (Typed("red", "Atlantis", "Acton"), "no station “"),
        (Typed("red", "Acton", "Bank"), "are not neighbours"),
        (Typed("red", "Acton", None), "Where to from"),
        (Typed("red", None, "Acton"), "From which station"),
        (Typed("red", "West", "Acton"), "Several stations begin with"),
        (Typed("blue", "Acton", "White City"), "You do not build blue"),
    ],
)
def test_what_is_not_understood_is_said(typed: Typed, said: str) -> None:
    """Each mistake has its sentence, with what would do."""
    _, draft = at_turn(3, 1, 0)

    refusal = refused(draft, typed)

    assert said in ENGLISH.say(refusal.key, **refusal.facts)


def test_what_the_rules_refuse_is_said_with_what_is_legal() -> None:
    """No second line, no colour twice on a link, no branch without tokens (OU §4)."""
    _, draft = at_turn(3, 1, 0)
    first = Typed("red", "Acton", "White City")

    far = refused(draft, first, Typed("red", "Bank", "Moorgate"))
    twice = refused(draft, first, Typed("red", "White City", "Acton"))
    branch = refused(
        draft,
        first,
        Typed("red", "White City", "Shepherd’s Bush"),
        Typed("red", "White City", "Alperton"),
    )

    for refusal, section in ((far, "§4.3"), (twice, "§4.2"), (branch, "§4.5")):
        text = ENGLISH.say(refusal.key, **refusal.facts)
        assert section in text
        assert "(free)" in text


def test_colours_without_a_legal_link_say_so() -> None:
    """The refusal advises another colour or a token."""
    met = 0
    for turn in range(6, 30):
        _, draft = at_turn(5, 2, turn)
        for colour in _own(draft):
            open_now = [a for a in draft.open_choices if isinstance(a, Build)]
            if any(build.colour == colour for build in open_now):
                continue
            link = min(draft.state.tracks[colour])
            site = LINKS[link]
            typed = Typed(COLOURS[colour].id, station(site.a), station(site.b))
            refusal = refused(draft, typed)
            assert "another one, or a token" in ENGLISH.say(refusal.key, **refusal.facts)
            met += 1

    assert met


def _own(draft: AnyDraft) -> Sequence[int]:
    """Return the colours of the draft's player."""
    return colours_of(draft.state.rules, draft.seat)


def test_station_names_forgive_case_and_signs() -> None:
    """The whole name or a beginning that fits one station alone."""
    assert station(station_named("kings cross st pancras")) == "King’s Cross St. Pancras"
    assert station(station_named("ELEPHANT")) == "Elephant & Castle"
    assert station(station_named("acton")) == "Acton"
    assert station(station_named("Acton T")) == "Acton Town"


def test_neighbours_are_meant_first() -> None:
    """A beginning that fits several stations means the one next door, if there is one."""
    _, draft = at_turn(3, 1, 0)

    done = after_all(draft, [Typed("red", "Leicester Square", "ho")], ENGLISH)

    site = LINKS[links(done)[0].link]
    assert station_named("Holborn") in (site.a, site.b)


def test_suggestions_lead_to_legal_pieces_alone() -> None:
    """Any pick from the lists is a legal piece, at the price that was shown."""
    chooser, met = Random(5), 0
    for players in (2, 5):
        for turn in range(0, 24, 2):
            names, draft = at_turn(players, 2, turn)
            for _ in range(3):
                offered = commands.colour_choices(names, draft, "")
                if not offered or draft.is_turn_over:
                    break
                colour = chooser.choice(offered)[1]
                starts = commands.start_choices(names, draft, Typed(colour, None, None), "")
                start = chooser.choice(starts)[1]
                ends = commands.end_choices(names, draft, Typed(colour, start, None), "")
                label, end = chooser.choice(ends)
                assert len(ends) <= len(starts) + 25 <= 50
                before = draft.state.tokens[draft.seat]
                draft = after_all(draft, [Typed(colour, start, end)], ENGLISH)
                spent = before - draft.states[len(draft.choices) - 1].tokens[draft.seat]
                assert ("2 tokens" in label) == (spent + label.count("and a token") == 2)
                met += 1

    assert met > 40


def test_suggestions_follow_what_is_typed() -> None:
    """A few letters narrow the list; the tip of the piece before is where it goes on."""
    names, draft = at_turn(3, 1, 0)
    draft = after_all(draft, [Typed("red", "Acton", "White City")], ENGLISH)

    starts = [
        value for _, value in commands.start_choices(names, draft, Typed("red", None, None), "whi")
    ]
    ends = [value for _, value in commands.end_choices(names, draft, Typed(None, None, None), "")]

    assert starts == ["White City"]
    assert "Shepherd’s Bush" in ends
    assert "Acton" not in ends


def test_tokens_can_be_typed() -> None:
    """Up to four, and then the passenger may go at once."""
    _, draft = at_turn(4, 1, 5)

    done = then_tokens(draft, 4)

    state = done.states[3]
    assert state.tokens[draft.seat] == draft.state.tokens[draft.seat] + 4
