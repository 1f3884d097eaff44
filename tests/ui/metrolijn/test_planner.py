"""The planner: every card, rings, special stations, and second thoughts."""

import re
from dataclasses import replace
from itertools import islice

import pytest

from metrobot.engine.actors import Seat
from metrobot.engine.draft import new_draft
from metrobot.games.metrolijn.actions import FreeRide, Mark, Transfer
from metrobot.games.metrolijn.board import CARD_NAMED, WHOLE_IDS, Station, map_named
from metrobot.games.metrolijn.line_state import line_state, line_states
from metrobot.games.metrolijn.result import Pay
from metrobot.games.metrolijn.state import State
from metrobot.games.metrolijn.summary import LineFinish
from metrobot.games.metrolijn.view import View
from metrobot.ui.kit.typed_turns import AnyDraft
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.metrolijn.front import MetrolijnFront
from metrobot.ui.metrolijn.menus import ride_choices
from metrobot.ui.metrolijn.pictures import intent_of
from metrobot.ui.metrolijn.steps import finishing
from metrobot.ui.pages.values import Choice, PlannerPage
from metrobot.ui.words.catalogue import ENGLISH
from render.metrolijn.glyphs import would_stamp
from tests.games.metrolijn.finishing import Search, late_positions
from tests.render.shown import shown
from tests.ui.metrolijn.games import TITLE, Played, draft_at, play, starts_with, table_at, with_card

FRONT = MetrolijnFront()
SOME_IDS = (*WHOLE_IDS, "berlin-night", "paris-dawn")
GAMES = tuple((3, n + 3, map_, n % 2 == 1) for n, map_ in enumerate(SOME_IDS))


def look(game: Played, events: int, draft: AnyDraft, group: str | None = None) -> PlannerPage:
    table = table_at(game, events)
    game_view = game_view_of(table, ENGLISH, table.person_at(draft.seat).id)
    return FRONT.planner(game_view, draft_view_of(draft, replaces=True), ENGLISH, group)


def now(draft: AnyDraft) -> View:
    """Return the view after a draft, as its maker sees it."""
    view: View = draft_view_of(draft).turn.after
    return view


def ended(draft: AnyDraft) -> tuple[LineFinish, ...]:
    """Return the lines that a draft finishes."""
    return finishing(draft_view_of(draft))


def drafts(game: Played, *cards: str, seat: int = 0) -> list[tuple[int, AnyDraft]]:
    """Return an empty draft at each round with one of these cards, where there is a choice."""
    found = ((events, draft_at(game, events, seat)) for events in starts_with(game, *cards))
    return [(events, draft) for events, draft in found if draft.open_choices]


def lines_of(page: PlannerPage) -> list[Choice]:
    """Return the buttons of lines."""
    return [choice for choice in page.buttons if ": " in choice.label]


@pytest.mark.parametrize("which", GAMES)
def test_each_line_with_a_window_is_a_button(which: tuple[int, int, str, bool]) -> None:
    """A ring twice, in both directions; each with most crosses, none in a menu."""
    game = play(*which)
    for events, draft in drafts(game, "3", "4", "5", "6", "E2", "E3", "T"):
        view, page = now(draft), look(game, events, draft)
        open_lines = [
            site
            for n, site in enumerate(view.map.lines)
            if len(view.sheets[0].windows[n]) < site.windows
        ]
        expected = [site.letter for site in open_lines for _ in range(1 + site.is_ring)]
        assert [choice.label[0] for choice in page.buttons] == expected
        assert (page.menus, page.groups, page.tabs) == ((), (), ())
        for choice in page.buttons:
            assert not choice.instead
            action = draft.open_choices[choice.index]
            rest = [a for a in draft.open_choices if _way(a) == _way(action)]
            assert _size(action) == max(map(_size, rest))


def _way(action: object) -> object:
    """Return line and direction of a choice."""
    return getattr(action, "line", None), getattr(action, "direction", None)


def _size(action: object) -> int:
    """Return the number of stations that a choice marks."""
    if isinstance(action, Mark):
        return len(action.stations)
    return int(getattr(action, "station", None) is not None)


@pytest.mark.parametrize("which", GAMES)
def test_a_button_tells_what_its_line_would_do(which: tuple[int, int, str, bool]) -> None:
    """It gives the crosses and their start, and then points of finished lines or stations left."""
    game, met = play(*which), 0
    for events, draft in drafts(game, "3", "4", "5", "6", "E2", "E3"):
        for choice in look(game, events, draft).buttons:
            action = draft.open_choices[choice.index]
            assert isinstance(action, Mark)
            line = now(draft).map.line_named(action.line)
            assert line is not None
            state = line_state(now(draft), draft.seat, line)
            said = choice.label.partition(": ")[2]
            count = len(action.stations)
            assert said.startswith(f"{count} " if count else "marks nothing")
            left = set(state.empty) - set(map(now(draft).map.station_named, action.stations))
            assert (f"· {len(left)} left" in said) == bool(left)
            done = ended(draft.then(choice.index))
            points = sum(each.pay.points for each in done)
            assert (f"(+{points})" in said) == ("🏁" in said) == bool(done)
            met += bool(done)

    assert met


def test_fewer_crosses_are_a_button_each() -> None:
    """They take the place of the first choice: none starts later (ML §4.5)."""
    game = play(2, 2)
    met = 0
    for events, draft in drafts(game, "5", "6"):
        chosen = draft.then(look(game, events, draft).buttons[0].index)
        action = chosen.actions[0]
        assert isinstance(action, Mark)
        page = look(game, events, chosen)
        buttons = [button for button in page.buttons if button not in lines_of(page)]
        counts = list(range(len(action.stations) - 1, -1, -1))
        others = [draft.then(button.index).actions[0] for button in buttons]
        assert all(button.instead for button in page.buttons)
        assert [a.stations for a in others if isinstance(a, Mark)] == [
            action.stations[:count] for count in counts
        ]
        labels = [re.sub(r"\D", "", button.label) or "0" for button in buttons]
        assert labels == [str(count) for count in counts]
        met += len(counts) > 2
    assert met


def test_another_line_can_be_had_without_undo() -> None:
    """Once a line is chosen the other buttons replace it."""
    game = play(2, 2)
    events, draft = drafts(game, "4")[0]
    first, *others = look(game, events, draft).buttons
    page = look(game, events, draft.then(first.index))

    assert [(each.index, each.label) for each in lines_of(page)] == [
        (each.index, each.label) for each in others
    ]
    assert all(each.instead for each in page.buttons)


def test_the_line_chosen_is_offered_no_second_time() -> None:
    """Once the only line left is chosen there is no other to choose instead."""
    game = play(1, 1)
    events = game.turn_starts()[-2]
    draft = draft_at(game, events)

    assert len(lines_of(look(game, events, draft))) == 1
    assert lines_of(look(game, events, draft.then(0))) == []


def test_a_ring_can_be_turned_round() -> None:
    """Its other direction is a button beside it, before and after it is chosen (ML §5)."""
    game, met = play(2, 4, "madrid"), 0
    for events, draft in drafts(game, "3", "5", "E3", "T"):
        ways = [c for c in look(game, events, draft).buttons if c.label[0] == "J"]
        for choice in ways:
            chosen = draft.then(choice.index)
            (other,) = [c for c in lines_of(look(game, events, chosen)) if c.label[0] == "J"]
            turned = draft.then(other.index).actions[0]
            assert isinstance(turned, Mark | Transfer)
            assert turned.direction == -getattr(chosen.actions[0], "direction", 0)
            assert ("anticlockwise" in other.label) == (turned.direction == -1)
            met += 1

    assert met


def test_a_transfer_says_its_value() -> None:
    """The number of lines that serve the station, worth twice as much; or nothing (ML §4.3)."""
    game, met = play(3, 4, "paris"), set[bool]()
    for events, draft in drafts(game, "T"):
        for choice in look(game, events, draft).buttons:
            chosen = draft.then(choice.index)
            (ride,) = draft_view_of(chosen).turn.rides
            page = look(game, events, chosen)
            met.add(ride.number is None)
            if ride.number is None:
                assert ": marks nothing" in choice.label
                continue
            station, value = ride.number
            site = now(draft).map.stations[station]
            assert f": {value} at {site.name}" in choice.label
            assert value == site.lines
            assert f"{value} at {site.name} (station " in page.text
            assert f", worth {2 * value}" in page.text
            assert "No number" in [button.label for button in page.buttons]

    assert met == {True, False}


def test_a_free_ride_offers_the_stations_of_a_line() -> None:
    """Every empty station is a button under the tab of each of its lines (ML §4.4)."""
    game = play(3, 3, "paris")
    for events, draft in drafts(game, "F"):
        view, page = now(draft), look(game, events, draft)
        met = set[str | None]()
        assert (page.menus, page.groups) == ((), ())
        for tab in page.tabs:
            shown = look(game, events, draft, tab.key)
            assert [each.key for each in shown.tabs if each.is_shown] == [tab.key]
            *stations, last = shown.buttons
            assert last.label == "Skip this card"
            assert last.is_quiet
            assert len(stations) == int(tab.label.split()[1])
            assert [each.on_button for each in stations] == [
                f"{n}{'🏁' * ('🏁' in each.label)}" for n, each in enumerate(stations, 1)
            ]
            actions = [draft.open_choices[choice.index] for choice in stations]
            met |= {each.station for each in actions if isinstance(each, FreeRide)}
        empty = {
            site.id for n, site in enumerate(view.map.stations) if n not in view.sheets[0].marked
        }
        assert met == empty


def test_the_best_station_of_a_free_ride_comes_first() -> None:
    """One that finishes a line, where there is one."""
    game, met = play(2, 2), 0
    for events in game.turn_starts()[12:-1:6]:
        free = with_card(game, events, "F")
        draft = draft_at(free, events)
        for tab in look(free, events, draft).tabs:
            finish = ["🏁" in each.label for each in look(free, events, draft, tab.key).buttons]
            assert finish[0] == any(finish)
            met += finish[0]

    assert met


def test_only_lines_that_can_be_finished_make_a_station_worth_more() -> None:
    """By a search that tries all, of late positions with a free ride open (ML §6.4)."""
    lost = 0
    for late in islice(late_positions(3, 1), 60):
        card, owed = CARD_NAMED["F"], (1,) * late.rules.players
        state = replace(late, card=card, turned=(card,), owed=owed)
        draft, view = new_draft(TITLE, state, Seat(0)), TITLE.view_for(state)
        can = Search(state, Seat(0), 3_000).finished
        for line in (each for each in line_states(view, Seat(0)) if each.empty):
            found = ride_choices(draft_view_of(draft, replaces=True), line.site.letter.lower())
            worths = list[tuple[float, float]]()
            for _, offer in found.numbered:
                through = [s for s in found.unfinished if offer.ride.crossed[0] in s.empty]
                hopes = [s.pay.points / len(s.empty) for s in through if s.line in can]
                points = sum(s.pay.points for s in through if len(s.empty) == 1)
                worths.append((points, sum(hopes)))
                lost += len(hopes) < len(through)
            assert worths == sorted(worths, reverse=True)
    assert lost > 100


def test_a_chosen_station_can_be_exchanged() -> None:
    """Another one, or none, takes its place: by name, as the picture has no numbers any more."""
    game = play(3, 3, "paris")
    events, draft = drafts(game, "F")[0]
    tab = look(game, events, draft).tabs[1].key
    first, second, *_ = look(game, events, draft, tab).buttons
    page = look(game, events, draft.then(first.index), tab)

    called = [each.label.partition(" ")[2] for each in (first, second)]
    others = {each.label: each for each in page.buttons}
    assert called[0] not in others
    assert others[called[1]] == replace(second, label=called[1], short="", spelt="", instead=True)
    assert len(shown(page.picture.draw).spots(would_stamp)) == 1
    given_up = look(game, events, draft.then(page.buttons[-1].index), tab)
    assert page.buttons[-1].label == "Skip this card"
    assert "Skip this card" not in [each.label for each in given_up.buttons]


def test_a_free_ride_that_finishes_a_line_says_so() -> None:
    """On the button, in the text and in the alt text, several lines together."""
    game, met = play(2, 2), 0
    for events in game.turn_starts()[12:-1:3]:
        free = with_card(game, events, "F")
        draft = draft_at(free, events)
        for tab in look(free, events, draft).tabs:
            for choice in look(free, events, draft, tab.key).buttons[:-1]:
                chosen = draft.then(choice.index)
                done, page = ended(chosen), look(free, events, chosen)
                assert ("🏁" in choice.label) == bool(done)
                assert page.text.count("🏁") == len(done)
                assert ("finishes" in page.picture.alt) == bool(done)
                met += bool(done)

    assert met


def test_a_free_ride_without_an_empty_station_can_only_be_skipped() -> None:
    game = play(1, 1)
    events = game.turn_starts()[-2]
    state = replace_sheet(game.states[events])
    page = FRONT.planner(
        game_view_of(table_at(game, events), ENGLISH, None),
        draft_view_of(new_draft(TITLE, state, Seat(0)), replaces=True),
        ENGLISH,
        None,
    )

    assert [each.label for each in page.buttons] == ["Skip this card"]
    assert page.instruction == "No station is empty: skip this card."


def replace_sheet(state: State) -> State:
    """Return a state with every station of one sheet crossed, a free ride open."""
    map_ = map_named("amsterdam")
    everywhere = frozenset(map(Station, range(len(map_.stations))))
    sheet = replace(state.sheets[0], crossed=everywhere, finished=(1,) * len(map_.lines))
    return replace(state, sheets=(sheet,), card=CARD_NAMED["F"])


def test_a_special_station_leads_to_an_extra_action() -> None:
    """It is announced, the next lines add to the first choice, both are in the plan (ML §9)."""
    game, met = play(3, 4, "berlin", special=True), 0
    for events, draft in drafts(game, "4", "5", "E3"):
        for each in look(game, events, draft).buttons:
            chosen = draft.then(each.index)
            if "★" not in each.label or chosen.is_turn_over:
                continue
            page = look(game, events, chosen)
            assert "extra action" in page.instruction
            more = next(line for line in lines_of(page) if not line.instead)
            both = chosen.then(more.index)
            draft_view = intent_of(draft_view_of(both).turn.rides)
            assert draft_view is not None
            assert len(draft_view.lines) == 2
            assert "Extra action:" in look(game, events, both).text
            met += 1

    assert met


def test_a_special_station_is_nothing_special_without_the_option() -> None:
    """No star is said of it (ML §9)."""
    game = play(3, 4, "berlin")

    for events, draft in drafts(game, "4", "5", "E3"):
        page = look(game, events, draft)
        assert "★" not in page.text + page.instruction
        assert not [each for each in page.buttons if "★" in each.label]


def test_an_extra_action_without_a_window_lapses() -> None:
    """The planner says so, and the choice is whole (ML §9.1)."""
    met = 0
    for seed in range(1, 12):
        game = play(3, seed, "amsterdam", special=True)
        for events in game.turn_starts()[-4:-1]:
            for seat in range(3):
                draft = draft_at(game, events, seat)
                for choice in look(game, events, draft).buttons if draft.open_choices else ():
                    chosen = draft.then(choice.index)
                    is_lapsed = "★" in choice.label and chosen.is_turn_over
                    assert (
                        "You lose an extra action" in look(game, events, chosen).text
                    ) == is_lapsed
                    met += is_lapsed

    assert met


def test_the_picture_marks_exactly_what_the_choice_marks() -> None:
    """The new marks of the plan are the difference of the sheets, no more and no less."""
    game = play(3, 3, "paris")
    for _, draft in drafts(game, "3", "T", "F", "E2"):
        before = now(draft).sheets[0].marked
        for index in range(0, len(draft.open_choices), 5):
            chosen = draft.then(index)
            draft_view = intent_of(draft_view_of(chosen).turn.rides)
            assert draft_view is not None
            assert draft_view.marked == now(chosen).sheets[0].marked - before


def test_alone_the_planner_shows_the_round_that_is_chosen_for() -> None:
    """Card, cards left and points stay, even if the choice completes the round (ML §8)."""
    game = play(1, 1)
    for events in game.turn_starts()[:-1]:
        draft = draft_at(game, events)
        chosen = draft.then(0)
        view: View = now(chosen)
        assert view.card == now(draft).card
        assert view.left == now(draft).left
        assert all(each.pay.is_first for each in ended(chosen))
        assert look(game, events, chosen).text


def test_a_line_that_is_finished_again_pays_the_lower_points() -> None:
    """The lower points are shown before the lock (ML §6.2)."""
    game, met = play(3, 3), 0
    for events in game.turn_starts()[:-1]:
        for seat in range(3):
            draft = draft_at(game, events, seat)
            view = now(draft)
            for index in range(len(draft.open_choices)):
                for done in ended(draft.then(index)):
                    site, offer = view.map.lines[done.line], view.offers[done.line]
                    points = site.first_points if offer.is_first else site.later_points
                    assert done.pay == offer == Pay(points, offer.is_first)
                    met += not offer.is_first

    assert met


def test_undo_and_anew_lead_back() -> None:
    game = play(3, 4, "berlin", special=True)
    events, draft = drafts(game, "4")[0]
    chosen = draft.then(0)

    assert look(game, events, chosen.undo()) == look(game, events, draft)
    assert look(game, events, new_draft(TITLE, draft.base, draft.seat)) == look(game, events, draft)
