"""What the planner says of the passenger is what then happens."""

from collections.abc import Sequence
from random import Random

from metrobot.games.underground.actions import Travel
from metrobot.games.underground.forecast import Visit, visits_to_come
from metrobot.games.underground.state import Phase, State
from metrobot.games.underground.turn.flow import trips_open
from metrobot.ui.kit.typed_turns import AnyDraft
from metrobot.ui.kit.views import draft_view_of
from metrobot.ui.turn.planner_page import with_choices
from metrobot.ui.underground.names import names_for, station
from metrobot.ui.underground.steps import open_choices
from metrobot.ui.underground.trip_text import forecast
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.underground.games import TITLE, draft_at, game_view_at, play


def test_the_forecast_comes_true() -> None:
    """If nothing more is built, the passenger's choices are those foretold (OU §6)."""
    chooser, met = Random(2), set[int]()
    for players in (2, 3, 4, 5):
        game = play(players, 7)
        for events in game.turn_starts()[:-1]:
            draft = draft_at(game, events)
            foretold = visits_to_come(draft_view_of(draft).view)
            draft = with_choices(draft, open_choices(draft_view_of(draft).options).tokens)
            state: State = draft.state
            travels = [action for action in draft.actions if isinstance(action, Travel)]
            if state.passenger is None or not foretold:
                continue
            if travels:
                assert len(foretold[0].choices) == 1
                assert foretold[0].choices[0].to == travels[0].to
                assert foretold[0].choices[0].colours == travels[0].colours
            else:
                assert set(foretold[0].choices) == set(trips_open(state))
                draft = draft.then(chooser.randrange(len(draft.open_choices)))
                travels = [action for action in draft.actions if isinstance(action, Travel)]
            met.add(len(foretold[0].choices))
            _check_second(draft, foretold[1:], travels)

    assert len(met) > 3


def _check_second(draft: AnyDraft, later: Sequence[Visit], travels: list[Travel]) -> None:
    """Compare the second visit with the leg that was told for where the first ended."""
    told = [leg for leg in later if leg.start == travels[0].to]
    if len(travels) == 2:
        assert [(r.to, r.colours) for r in told[0].choices] == [(travels[1].to, travels[1].colours)]
    elif not draft.is_turn_over:
        state: State = draft.state
        assert state.phase is Phase.TRAVEL
        assert set(told[0].choices) == set(trips_open(state))
    else:
        assert told == []


def test_every_open_destination_is_told() -> None:
    """Each with its walks and lines, the one the passenger goes to marked."""
    game = play(4, 2)
    for events in game.turn_starts()[:-1]:
        game_view = game_view_at(game, events)
        view = game_view.public
        text = "\n".join(forecast(names_for(game_view, ENGLISH), view))
        if view.passenger is None:
            assert "has left" in text
            continue
        assert all(f"- {station(card)}: " in text for card in view.open_cards)
        assert "goes here" in text or "you choose" in text
        assert station(view.passenger) in text


def test_a_preview_looks_like_the_board() -> None:
    """Nothing is secret: everybody's view tells the same."""
    state = play(3, 1).states[40]

    assert visits_to_come(TITLE.view_for(state)) == visits_to_come(
        TITLE.view_for(state, preview=True)
    )
