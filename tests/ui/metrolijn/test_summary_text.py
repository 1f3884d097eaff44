"""What planner, round and final count say is what the rules scored, ride by ride."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from metrobot.engine.draft import new_draft
from metrobot.engine.title import Deed
from metrobot.games.metrolijn.board import MAP_IDS, CardKind
from metrobot.games.metrolijn.result import SheetCount, count_of
from metrobot.games.metrolijn.state import State
from metrobot.service.model.table import Table
from metrobot.ui.kit.typed_turns import AnyDraft
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.metrolijn import menus, planner
from metrobot.ui.metrolijn.front import MetrolijnFront
from metrobot.ui.metrolijn.names import names_for
from metrobot.ui.words.catalogue import ENGLISH
from tests.games.metrolijn.positions import on_all_maps
from tests.ui.metrolijn.games import TITLE, Played, play, table_at

FRONT = MetrolijnFront()
Key = tuple[int, int, str, bool]
PLAYERS = (1, 2, 4, 8)
SOME: list[Key] = [(PLAYERS[n], n, MAP_IDS[n], n % 2 == 1) for n in range(4)]
MANY: list[Key] = [
    (PLAYERS[n % 4], n, map_, is_special)
    for map_, n in on_all_maps(range(10))
    for is_special in (False, True)
]
each_game = pytest.mark.parametrize(
    "keys", [SOME, pytest.param(MANY, marks=pytest.mark.long)], ids=["some", "many"]
)


def changed(before: SheetCount, after: SheetCount) -> tuple[int, int, int]:
    """Return by how much the count of a sheet changed: lines, transfers, stations marked."""
    return (
        after.lines - before.lines,
        after.transfers - before.transfers,
        before.empty - after.empty,
    )


def counts(state: State) -> list[SheetCount]:
    return [count_of(state, sheet) for sheet in state.sheets]


def ints(pattern: str, text: str) -> list[int]:
    """Return the numbers that a text says in some place."""
    return [int(number) for number in re.findall(pattern, text)]


def marked_in(line: str) -> int:
    """Return the number of stations that a line about a ride says are marked."""
    crosses = sum(ints(r": (\d+) cross", line))
    return crosses or ("worth" in line) or ("cross at" in line)


def rounds(game: Played) -> Iterator[tuple[State, tuple[Deed[State], ...]]]:
    """Yield each round: the state before it, and what was done."""
    cards = [start - 1 for start in game.turn_starts()[:-1]]
    for first, end in pairwise((*cards, len(game.log))):
        pairs = zip(game.log[first:end], game.states[first + 1 : end + 1], strict=True)
        deeds = [Deed(logged.event.actor, logged.event.action, after) for logged, after in pairs]
        yield game.states[first], tuple(deeds)


@each_game
def test_a_round_says_what_was_scored(keys: list[Key]) -> None:
    """Stations, numbers and finished lines of each player, line by line of the message."""
    for key in keys:
        game = play(*key)
        game_view = game_view_of(table_at(game), ENGLISH)
        names = names_for(game_view, ENGLISH)
        for before, deeds in rounds(game):
            report = FRONT.report(game_view, TITLE.summary(before, deeds), ENGLISH)
            pairs = zip(counts(before), counts(deeds[-1].after), strict=True)
            for name, (old, new) in zip(names.players, pairs, strict=True):
                ends = [line for line in report.lines if "🏁" in line]
                own = [line for line in report.lines if line not in ends]
                if key[0] > 1:
                    own = [line for line in own if line.startswith(f"**{name}** ")]
                    ends = [line for line in ends if name in line]
                assert changed(old, new) == (
                    sum(ints(r": (\d+) point", line)[0] for line in ends),
                    sum(number for line in own for number in ints(r"worth (\d+)", line)),
                    sum(map(marked_in, own)),
                )


def drafts(game: Played) -> Iterator[tuple[Table, AnyDraft]]:
    """Yield drafts at some rounds of a game: each begun with some choice, and whole."""
    for events in game.turn_starts()[:-1:4]:
        table = table_at(game, events)
        (*_, seat) = table.seats_choosing
        empty = new_draft(TITLE, game.states[events], seat)
        for choice in range(0, len(empty.open_choices), 6):
            draft = empty.then(choice)
            while not draft.is_turn_over:
                draft = draft.then(len(draft.open_choices) // 2)
            yield table, draft


def settled(draft: AnyDraft) -> State:
    """Return the state after the round of a draft: all others mark nothing."""
    state: State = draft.state
    while state.card is not None:
        (seat, *_) = TITLE.awaiting(state)
        assert isinstance(seat, int)
        legal = TITLE.legal_actions(state, seat)
        state = TITLE.apply(state, seat, min(legal, key=_size))
    return state


def _size(action: object) -> int:
    """Return the number of stations that a choice marks."""
    stations = getattr(action, "stations", None)
    return len(stations) if stations is not None else int(getattr(action, "station", 0) is not None)


@each_game
def test_a_planner_says_what_will_be_scored(keys: list[Key]) -> None:
    """Whatever the others do: points of lines and numbers, stations marked, what is left."""
    for key in keys:
        for table, draft in drafts(play(*key)):
            seat, base, end = draft.seat, draft.base, settled(draft)
            game_view = game_view_of(table, ENGLISH, table.person_at(seat).id)
            draft_view = draft_view_of(draft, replaces=True)
            said = planner.text(
                names_for(game_view, ENGLISH), menus.ride_choices(draft_view, None)
            ).splitlines()
            rides = said[0].split("➡️")[1:]
            old, new = (count_of(state, state.sheets[seat]) for state in (base, end))

            assert len(rides) == len(draft.actions)
            assert changed(old, new) == (
                sum(n for line in said if "🏁" in line for n in ints(r"(\d+) point", line)),
                sum(n for line in rides for n in ints(r"worth (\d+)", line)),
                sum(map(marked_in, rides)),
            )
            left = sum(
                site.windows - len(filled)
                for site, filled in zip(end.map.lines, end.sheets[seat].windows, strict=True)
            )
            assert ints(r"(\d+)", said[-1]) == [left, new.empty, new.transfers]


@each_game
def test_a_hint_says_what_its_choice_will_score(keys: list[Key]) -> None:
    """Each button, tried: the same points for lines, as many stations."""
    for key in keys:
        game = play(*key)
        for events in game.turn_starts()[:-1:6]:
            table = table_at(game, events)
            (seat, *_) = table.seats_choosing
            draft = new_draft(TITLE, game.states[events], seat)
            game_view = game_view_of(table, ENGLISH, table.person_at(seat).id)
            page = FRONT.planner(game_view, draft_view_of(draft, replaces=True), ENGLISH, None)
            is_free = draft.base.card.kind is CardKind.FREE
            for choice in page.buttons[::3]:
                tried = draft.then(choice.index)
                told = draft_view_of(tried).turn
                assert told.rides[0].line is None or not is_free
                sums = ints(r"\(\+(\d+)\)", choice.label)
                before, after = (view.sheets[seat].count for view in (told.before, told.after))
                assert sum(sums) == after.lines - before.lines
                if not is_free:
                    number = bool(told.rides[0].number)
                    crosses = [number] if number else ints(r": (\d+) (?:at|from) ", choice.label)
                    assert sum(crosses) == before.empty - after.empty
