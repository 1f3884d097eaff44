"""Nobody learns what they may not know: swap it, and all that they see stays the same."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.log import Event, applied
from metrobot.engine.title import Deed
from metrobot.games.metromania.actions import DealMarkers
from metrobot.games.metromania.building.line_blocks import blocked_lines
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.state import State
from tests.games.metromania.boards import ENDS, TITLE, board, dig, rules, site, tried, walled
from tests.games.metromania.play import Game, played
from tests.games.metromania.test_properties import conceivable

Hands = tuple[tuple[Marker, ...], ...]


def secret_games() -> list[Game]:
    return [
        played(players, (), policy, seed)
        for players in (3, 4)
        for policy in ("anything", "curl", "idle")
        for seed in range(3)
    ]


def swapped(state: State, one: int, other: int) -> list[State]:
    """Return the states in which these two hold each other's markers, in all ways."""
    pool = state.hands[one] + state.hands[other]
    size, found = len(state.hands[one]), []
    for held in combinations(pool, size):
        hands = list(state.hands)
        hands[one] = tuple(sorted(held))
        hands[other] = tuple(sorted(set(pool) - set(held)))
        if tuple(hands) != state.hands:
            found.append(replace(state, hands=tuple(hands)))
    return found


def is_public_the_same(one: State, other: State) -> bool:
    """Return whether as much is blocked: what everybody may know of hands (§11.3)."""
    return blocked_lines(one) == blocked_lines(other)


def pairs(game: Game) -> list[tuple[State, State, Seat]]:
    """Return pairs of states that differ in two hands, and the one who acts and sees neither."""
    found: list[tuple[State, State, Seat]] = []
    for state in game.states[2:-1:7]:
        mover = state.active
        one, other = ((mover + k) % state.company_count for k in (1, 2))
        twins = swapped(state, one, other)[:4]
        found += [(state, twin, mover) for twin in twins if is_public_the_same(state, twin)]
    return found


@cache
def every_pair() -> list[tuple[State, State, Seat]]:
    """Return such pairs of all these games."""
    return [pair for game in secret_games() for pair in pairs(game)]


def test_there_is_something_to_compare() -> None:
    """The games above have many states with hands to swap."""
    assert len(every_pair()) > 200


def test_a_spectator_sees_no_difference() -> None:
    for state, twin, _ in every_pair():
        assert TITLE.view_for(state) == TITLE.view_for(twin)
        assert repr(state) == repr(twin)


def test_a_third_seat_sees_no_difference() -> None:
    for state, twin, mover in every_pair():
        assert TITLE.view_for(state, {mover}) == TITLE.view_for(twin, {mover})


def test_the_owner_sees_the_difference() -> None:
    """The tests above compare views that can differ."""
    for state, twin, mover in every_pair()[:50]:
        owner = Seat((mover + 1) % state.company_count)

        assert TITLE.view_for(state, {owner}) != TITLE.view_for(twin, {owner})


@pytest.mark.long
def test_what_is_legal_and_why_not_does_not_depend_on_other_hands() -> None:
    for state, twin, mover in every_pair()[::9]:
        assert TITLE.legal_actions(state, mover) == TITLE.legal_actions(twin, mover)
        for action in conceivable(state)[::11]:
            assert str(TITLE.objection(state, mover, action)) == str(
                TITLE.objection(twin, mover, action)
            )


def test_a_preview_does_not_depend_on_other_hands() -> None:
    for state, twin, mover in every_pair()[::2]:
        for action in TITLE.legal_actions(state, mover):
            drafts = [TITLE.tried(at, mover, action) for at in (state, twin)]
            one, other = (TITLE.view_for(draft, {mover}, preview=True) for draft in drafts)
            assert one == other


@pytest.mark.long
def test_what_a_draft_is_told_to_do_does_not_depend_on_other_hands() -> None:
    for state, twin, mover in every_pair()[::2]:
        prospects = TITLE.prospects(state, mover)
        assert prospects == TITLE.prospects(twin, mover)
        for effect in prospects[::3]:
            one, other = (
                TITLE.summary(at, [Deed(mover, effect.action, later)], {mover}, preview=True)
                for at in (state, twin)
                for later in (TITLE.tried(at, mover, effect.action),)
            )
            assert one == other


def test_what_is_told_of_a_turn_does_not_depend_on_other_hands() -> None:
    count = 0
    for state, twin, mover in every_pair()[::2]:
        for action in TITLE.legal_actions(state, mover)[::3]:
            later, other = (TITLE.apply(at, mover, action) for at in (state, twin))
            if TITLE.is_over(later) or not is_public_the_same(later, other):
                continue  # all hands are shown then, or the board itself shows the difference
            if later.turn != other.turn or later.ended_by != other.ended_by:
                continue  # what ended a turn, or building, is public too
            count += 1
            blind = [Seat(n) for n, hand in enumerate(state.hands) if hand == twin.hands[n]]
            for seats in (set[Seat](), *({seat} for seat in blind)):
                assert TITLE.summary(state, [Deed(mover, action, later)], seats) == TITLE.summary(
                    twin, [Deed(mover, action, other)], seats
                )
    assert count > 300


def test_what_chance_deals_is_not_told() -> None:
    """A deal is nothing that anybody did, and its markers show in no view but their owner's."""
    game = secret_games()[0]
    deal = game.events[1].action
    assert isinstance(deal, DealMarkers)
    twin = replace(game.states[2], hands=tuple(reversed(game.states[2].hands)))
    one, other = (
        TITLE.summary(game.states[1], [Deed(CHANCE, DealMarkers(at.hands), at)])
        for at in (game.states[2], twin)
    )

    assert deal.hands != twin.hands
    assert one == other


def test_a_replay_with_other_hands_looks_the_same() -> None:
    game = played(4, (), "anything", 0)
    assert isinstance(game.events[1].action, DealMarkers)
    events = game.events[2:40]
    final = game.states[40]
    count = 0
    for twin in swapped(final, 2, 3):
        hands = tuple(
            tuple(sorted(held + tuple(p.marker for p in twin.placed if p.company == seat)))
            for seat, held in enumerate(twin.hands)
        )
        count += is_same_game(game.states[1], DealMarkers(hands), events, game)
    assert count >= 1


def is_same_game(start: State, deal: DealMarkers, events: tuple[Event, ...], game: Game) -> bool:
    """Return whether events can follow another deal; where they can, compare all views."""
    state = replace(start, hands=deal.hands, phase=game.states[2].phase)
    for event, shown in zip(events, game.states[2:], strict=False):
        if not is_public_the_same(state, shown) or state.turn != shown.turn:
            return False
        assert TITLE.view_for(state) == TITLE.view_for(shown)
        state = applied(TITLE, state, event.actor, event.action)
    return True


def test_all_is_shown_when_the_game_is_over() -> None:
    for game in secret_games():
        view = TITLE.view_for(game.states[-1])

        assert [company.hand for company in view.companies] == list(game.states[-1].hands)
        assert view.result == TITLE.outcome(game.states[-1])
        assert (view.to_act, view.last_turns) == (None, ())


def test_a_preview_of_the_games_end_shows_no_result_and_no_hand() -> None:
    """Whatever the last action ends is known by confirming it only."""
    for game in secret_games():
        mover = game.states[-2].active
        draft = tried(game.states[-2], game.events[-1].action)
        view = TITLE.view_for(draft, {mover}, preview=True)

        assert view.result is None
        assert [c.seat for c in view.companies if c.hand is not None] == [mover]
        assert view.to_act == mover


def filling(hand: str) -> State:
    """Return the board on which company 1's line ends at a spot beside the cell to be filled."""
    return board(
        *ENDS, players=3, on=walled("D4 D5 E4,D5 D6 E5", {"C5 D4 D5": "R"}), hands={1: hand}
    )


def test_a_preview_hides_that_a_line_was_blocked_by_the_draft() -> None:
    """Whether company 1 may still dig on the spot is for company 1 to know."""
    views = []
    for hand in ("A-R", "A-W"):
        state = filling(hand)
        draft = tried(state, dig(state, "solid", ">D5"))
        views.append(TITLE.view_for(draft, {Seat(0)}, preview=True))

    assert views[0] == views[1]
    assert views[0].ended_by is None
    assert [line.is_blocked for c in views[0].companies for line in c.lines] == [
        False,
        True,
        None,
        None,
        None,
        None,
    ]


def test_a_preview_shows_what_is_sure() -> None:
    state = board("0 solid: F4 F5 F6 F7", players=3, stations="F7", stock=1)
    draft = tried(state, site("solid", "F5"))
    view = TITLE.view_for(draft, {Seat(0)}, preview=True)

    assert view.ended_by is EndedBy.STATIONS
    assert view.last_turns == (1, 2)
    assert (view.to_act, view.turn) == (0, state.turn)


def test_a_preview_goes_on_from_what_was_known() -> None:
    """Lines that were blocked when the turn began are counted, and the drafter's own."""
    state = filling("A-W")
    draft = tried(state, dig(state, "solid", ">D5"))
    view = TITLE.view_for(draft, {Seat(0)}, preview=True)

    assert TITLE.view_for(state).lines_done == 3
    assert view.lines_done == 3


def test_a_preview_still_counts_a_line_that_was_known_to_be_blocked() -> None:
    """All saw that company 1 has no marker for its last way on, a spot; the draft is elsewhere."""
    state = board(
        "0 striped: H6 H7",
        "1 solid: D3 D4",
        players=3,
        on=walled("H7 H8 I7,H8 H9 I8", {"C5 D4 D5": "R"}),
        hands={1: "A-W"},
    )
    draft = tried(state, dig(state, "striped", "H8"))
    view = TITLE.view_for(draft, {Seat(0)}, preview=True)

    assert (TITLE.view_for(state).lines_done, view.lines_done) == (1, 1)


def test_a_preview_counts_no_line_that_the_draft_surely_frees() -> None:
    """With a station at its end it may turn sharply, whatever its owner holds (§6.2)."""
    state = board(
        "0 solid: C6 D5 >E5", "1 solid: D4 >D5", players=3, on=walled("D4 D5 E4"), stations="E5"
    )
    draft = tried(state, site("solid", "D5"))
    view = TITLE.view_for(draft, {Seat(0)}, preview=True)

    assert (TITLE.view_for(state).lines_done, view.lines_done) == (2, 1)


@pytest.mark.parametrize("preview", [False, True])
def test_an_empty_draft_is_the_board(preview: bool) -> None:
    """Before anything is tried both views agree on the turn."""
    state = played(4, (), "anything", 1).states[30]
    view = TITLE.view_for(state, {state.active}, preview=preview)

    assert (view.turn, view.to_act) == (state.turn, state.active)
    assert view.lines_done == TITLE.view_for(state).lines_done


def test_a_preview_before_the_city_shows_an_empty_table() -> None:
    """Nobody can draft then, and nothing is there to be seen."""
    state = played(4, (), "anything", 1).states[0]
    view = TITLE.view_for(state, {Seat(0)}, preview=True)

    assert (view.layout, view.grounds, view.to_act) == (None, (), None)


def test_a_preview_counts_a_line_that_the_draft_surely_blocks() -> None:
    """No hand helps where every cell is filled: the draft ends building, and says so."""
    state = board(*ENDS, players=3, on=walled("D4 D5 E4,D5 D6 E5"))
    draft = tried(state, dig(state, "solid", ">D5"))
    view = TITLE.view_for(draft, {Seat(0)}, preview=True)

    assert (view.lines_done, view.ended_by) == (4, EndedBy.LINES)


def test_a_preview_knows_open_hands() -> None:
    """With open hands everybody can see that company 1 cannot dig on the spot."""
    state = filling("A-W")
    state = replace(state, rules=rules(3, hands="open"))
    draft = tried(state, dig(state, "solid", ">D5"))
    view = TITLE.view_for(draft, {Seat(0)}, preview=True)

    assert (view.lines_done, view.ended_by) == (4, EndedBy.LINES)
    assert view.companies[1].hand is not None
