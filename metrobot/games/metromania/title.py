"""MetrOmania as a title of the engine."""

from collections.abc import Sequence
from typing import ClassVar

from metrobot.engine.actions import Action
from metrobot.engine.actors import Actor, Seat
from metrobot.engine.ruleset import Option, Ruleset
from metrobot.engine.title import Title, Yield
from metrobot.games.metromania import codec, facts, imagine, options, setup, summary
from metrobot.games.metromania import view as views
from metrobot.games.metromania.building import legality, line_blocks, turn
from metrobot.games.metromania.count import final_count
from metrobot.games.metromania.state import Phase, State, empty_state
from metrobot.games.metromania.summary import Turn
from metrobot.games.metromania.view import View


class MetroMania(Title[State, View]):
    """The rules of MetrOmania: one seat per company (MM §3.4)."""

    id: ClassVar[str] = "metromania"
    rules_version: ClassVar[int] = 1
    # The end of building can hang on a hidden hand (`line_blocks`), so a draft cannot tell.
    foresees: ClassVar[bool] = False

    # Documented at the functions themselves.
    check_ruleset = staticmethod(options.check_ruleset)
    seat_count = staticmethod(options.company_count)
    player_of = staticmethod(options.player_of)
    initial_state = staticmethod(empty_state)
    with_vacant = staticmethod(turn.with_vacant)
    ended = staticmethod(turn.with_game_ended)
    awaiting = staticmethod(legality.awaiting)
    objection = staticmethod(legality.objection)
    legal_actions = staticmethod(legality.legal_actions)
    outcome = staticmethod(final_count.result_of)
    imagined = staticmethod(imagine.imagined)
    view_for = staticmethod(views.view_for)
    as_next = staticmethod(turn.as_next)
    prospects = staticmethod(summary.prospects)
    summary = staticmethod(summary.summary)
    fact_kinds = facts.KINDS
    facts = staticmethod(facts.facts)
    encode = staticmethod(codec.encode)
    decode = staticmethod(codec.decode)
    places_in = staticmethod(final_count.places_in)
    encode_public = staticmethod(codec.encode_public)
    reveals = staticmethod(line_blocks.reveals)

    player_counts: ClassVar[tuple[int, ...]] = options.PLAYER_COUNTS
    options: ClassVar[tuple[Option, ...]] = options.OPTIONS

    def deals_hands(self, rules: Ruleset) -> bool:
        """Return True: every player holds markers, drawn or fixed (MM §3.2 to §3.5)."""
        del rules
        return True

    def colour_count(self, rules: Ruleset) -> int:
        """Return the number of colours, whatever the number of companies."""
        del rules
        return options.COLOUR_COUNT

    def chance(self, state: State) -> Sequence[Action]:
        """Return the possible draws; see `setup` for their order."""
        match state.phase:
            case Phase.CITY:
                return setup.CityDraws()
            case Phase.DEAL:
                return setup.deals(state.rules.players)
        return ()

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """Return the state after this action, up to the next choice of anybody."""
        self.check(state, actor, action)
        return turn.state_after(state, action)

    def tried(self, state: State, seat: Seat, action: Action) -> State:
        """Return the state after an action of a draft, as far as its owner can know."""
        if not options.has_secret_hands(state.rules):
            return self.apply(state, seat, action)
        self.check(state, seat, action)
        return turn.after_deed(state, action, frozenset((seat,)))

    def yield_of(self, draft: Turn) -> Yield:
        """Return the station points of a draft and its risks."""
        harm = (f"{risk.harm.name} {risk.line} {risk.marker}" for risk in draft.risks)
        return Yield(draft.points, frozenset(harm))

    def turn_number(self, state: State) -> int:
        """Return the number of turns ended, those passed over included."""
        return state.turn

    def points(self, state: State) -> tuple[int, ...]:
        """Return the points of each company as scored while building."""
        return state.station_points

    def is_over(self, state: State) -> bool:
        """Return whether the game has ended."""
        return state.phase is Phase.OVER
