"""What of a plan was not played since building had ended, in all languages."""

from dataclasses import replace

import pytest

from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, new_draft
from metrobot.engine.title import Deed
from metrobot.games.metromania import options
from metrobot.games.metromania.actions import Dig, LineName, PlaceStation, Stop
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.state import State
from metrobot.games.metromania.summary import Effect, Turn
from metrobot.games.metromania.view import View
from metrobot.ui.kit.views import GameView, draft_view_of
from metrobot.ui.metromania.front import MetroManiaFront
from metrobot.ui.metromania.status import ENDED_BY
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.player_names import plain_names, shown_names
from tests.games.metromania.boards import TITLE, after, dig, point, walled
from tests.games.metromania.test_secrecy import filling
from tests.ui.extremes import LANGUAGES, words_in

FRONT = MetroManiaFront()
OWN = frozenset({Seat(0)})


def confirmed(state: State) -> tuple[Draft[State, View], GameView[View, Turn]]:
    """Return a draft whose first tunnel blocks company 1's line, and the game after Confirm."""
    first = dig(state, "solid", ">D5")
    draft = new_draft(TITLE, state, Seat(0)).then_action(first)
    while draft.open_choices:
        digs = [each for each in draft.open_choices if isinstance(each, Dig)]
        draft = draft.then_action(digs[0])
    real = after(state, first)
    game_view = GameView(
        stem="x",
        rules=state.rules,
        names=("Anna", "Ben", "Cara"),
        shown=shown_names(("Anna", "Ben", "Cara")),
        plain=plain_names(("Anna", "Ben", "Cara")),
        player_of=(0, 1, 2),
        seats=OWN,
        view=TITLE.view_for(real, OWN),
        public=TITLE.view_for(real),
        last=TITLE.summary(state, [Deed(Seat(0), first, real)], OWN),
    )
    return draft, game_view


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> tuple[Draft[State, View], GameView[View, Turn]]:
    """Return a game in which three lines end building, the third of them blocked by hand."""
    monkeypatch.setattr(options, "lines_needed", lambda _: 3)
    city = walled("D4 D5 E4,D5 D6 E5,H7 H8 I7,H8 H9 I8", {"C5 D4 D5": "R"})
    draft, game_view = confirmed(replace(filling("A-W"), city=city))
    assert len(draft.actions) > 1
    return draft, game_view


def test_it_says_why_and_what_was_not_played(
    played: tuple[Draft[State, View], GameView[View, Turn]],
) -> None:
    """Building had ended, since a line is blocked; the rest of the plan is named."""
    draft, game_view = played
    said = FRONT.left_out(game_view, draft_view_of(draft), len(draft.actions) - 1, ENGLISH)

    assert said == (
        "Building ended earlier than your plan showed: enough lines are finished or blocked. You"
        " could not know that: it depended on another player’s secret markers."
        " \u2068Ben\u2069’s solid line is blocked (D4).\n"
        "Not played: 1 tunnel on the solid line D5–D6."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_it(
    language: str, played: tuple[Draft[State, View], GameView[View, Turn]]
) -> None:
    """It gives the reason, the owner of the line, and the choice that was left out."""
    draft, game_view = played
    draft_view, words = draft_view_of(draft), words_in(language)
    said = FRONT.left_out(game_view, draft_view, len(draft.actions) - 1, words)

    assert words.say(ENDED_BY[EndedBy.LINES]) in said
    assert "Ben" in said
    assert "D4" in said
    assert len(said.splitlines()) == 2


def test_nothing_is_said_where_nothing_but_an_end_was_left_out(
    played: tuple[Draft[State, View], GameView[View, Turn]],
) -> None:
    """That a dig was to be stopped is no loss."""
    draft, game_view = played
    draft_view = draft_view_of(draft)
    stopped = replace(
        draft_view,
        turn=replace(draft_view.turn, effects=(*draft_view.turn.effects, Effect(Stop()))),
    )

    assert FRONT.left_out(game_view, stopped, 1, ENGLISH) == ""


def test_a_station_that_was_left_out_is_named(
    played: tuple[Draft[State, View], GameView[View, Turn]],
) -> None:
    draft, game_view = played
    draft_view, site = draft_view_of(draft), Effect(PlaceStation(LineName.STRIPED, point("H7")))
    more = replace(
        draft_view, turn=replace(draft_view.turn, effects=(*draft_view.turn.effects, site))
    )

    assert "Not played: a station at H7." in FRONT.left_out(game_view, more, 1, ENGLISH)
