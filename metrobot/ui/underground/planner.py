"""The private planner: a draft in words, with where the passenger will go."""

from collections.abc import Iterator, Sequence
from typing import Final

from metrobot.games.underground.board import COLOURS, Colour
from metrobot.games.underground.forecast import ending_with, stranded
from metrobot.games.underground.state import Phase
from metrobot.games.underground.told import Piece, Turn
from metrobot.games.underground.view import View
from metrobot.ui.frame.front import AnyPlan
from metrobot.ui.underground.cast import Cast, station
from metrobot.ui.underground.menus import Shown, own_colours
from metrobot.ui.underground.meter import draft_warnings
from metrobot.ui.underground.steps import OpenChoices, price_of
from metrobot.ui.underground.tripwords import outlook, trip_briefly
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import FRONT_LIMIT

BRANCH_TOKENS: Final = 2


def text(cast: Cast, plan: AnyPlan) -> str:
    """Return what was chosen, what it makes, and what comes of it: above the picture."""
    view: View = plan.view
    lines = [_head(cast, plan), *so_far(cast, plan)]
    if not plan.is_turn_over:
        lines += outlook(cast, view)
    return clipped("\n".join(lines), FRONT_LIMIT)


def _head(cast: Cast, plan: AnyPlan) -> str:
    """Return whose tokens and points there are by now, in one line."""
    player = plan.view.players[plan.seat]
    return cast.words.count(
        "ou.plan.done" if plan.is_turn_over else "ou.plan.title",
        player.tokens,
        score=player.score,
        points=cast.words.signed(plan.turn.points),
    )


def so_far(cast: Cast, plan: AnyPlan) -> Iterator[str]:
    """Yield what was chosen: a line for each colour, for tokens, for each trip."""
    turn: Turn = plan.turn
    for colour in dict.fromkeys(piece.colour for piece in turn.pieces):
        yield _laid(cast, colour, [piece for piece in turn.pieces if piece.colour == colour])
    if turn.tokens:
        yield cast.words.count("ou.turn.took", turn.tokens)
    for trip in turn.trips:
        yield cast.words.say("ou.turn.trip", trip=trip_briefly(cast, trip))


def _laid(cast: Cast, colour: Colour, pieces: Sequence[Piece]) -> str:
    """Return some pieces of one colour: Red (R): Bank–Holborn–Euston · 2 tokens · +3."""
    cost, points = (
        sum(piece.cost for piece in pieces),
        sum(piece.gain.total for piece in pieces),
    )
    notes = [price_of(cast, cost)] if cost else []
    notes += [cast.words.signed(points)] if points else []
    links = " · ".join((", ".join(_chains(pieces)), *notes))
    return cast.words.say("ou.turn.laid", colour=cast.lettered(colour), links=links)


def _chains(pieces: Sequence[Piece]) -> list[str]:
    """Return pieces by their stations, each station once where one piece goes on from another."""
    chains = list[list[str]]()
    for piece in pieces:
        start, end = station(piece.start), station(piece.end)
        if chains and chains[-1][-1] == start:
            chains[-1].append(end)
        elif chains and chains[-1][-1] == end:
            chains[-1].append(start)
        else:
            chains.append([start, end])
    return ["–".join(chain) for chain in chains]


def instruction(cast: Cast, plan: AnyPlan, choices: OpenChoices, look: Shown) -> str:
    """Return what stands in the way and what is to be done: directly above the buttons."""
    if plan.is_turn_over:
        lines = [*_harm_done(cast, plan), cast.words.say("ou.plan.confirm")]
    elif plan.view.phase is Phase.TRAVEL:
        lines = [cast.words.say("ou.plan.travel")]
    else:
        key = "ou.plan.shut_in" if look.colour is None else "ou.plan.left"
        lines = [
            *_cannot(cast, plan.view, choices),
            *_looked_at(cast, plan.view, look),
            cast.words.count(key, plan.view.actions_left),
        ]
    return "\n".join(lines)


def _harm_done(cast: Cast, plan: AnyPlan) -> Iterator[str]:
    """Yield what to think of before a turn is confirmed, the gravest first."""
    for warning in draft_warnings(cast, plan.view):
        yield f"⚠️ {warning}"
    found = stranded(plan.turn.before, plan.view, plan.seat)
    if found and ending_with(plan.view) is None:
        yield cast.words.count("ou.plan.stranded", len(found), colours=_heads(cast, found))


def _cannot(cast: Cast, view: View, choices: OpenChoices) -> Iterator[str]:
    """Yield of which own colours no piece can be laid now, and why (OU §4.1)."""
    closed = [colour for colour in own_colours(view) if not choices.of(colour)]
    used_up = [colour for colour in closed if not view.line(colour).pieces_left]
    stuck = [colour for colour in closed if colour not in used_up]
    if used_up:
        yield cast.words.say("ou.plan.no_pieces", colours=_heads(cast, used_up))
    if stuck and view.to_act is not None:
        is_poor = view.players[view.to_act].tokens < BRANCH_TOKENS
        key = "ou.plan.stuck" if is_poor else "ou.plan.no_space"
        yield cast.words.say(key, colours=_heads(cast, stuck))


def _heads(cast: Cast, colours: Sequence[Colour]) -> str:
    """Return some colours with their letters: Red (R), Blue (B)."""
    return ", ".join(map(cast.lettered, colours))


def _looked_at(cast: Cast, view: View, look: Shown) -> Iterator[str]:
    """Yield what is special about the colour whose links are offered."""
    if look.colour is None:
        return
    name = {"colour": cast.head(look.colour), "code": COLOURS[look.colour].code}
    if look.is_first:
        yield cast.words.say("ou.plan.first_piece", **name)
    elif not view.grows_free(look.colour):
        yield cast.words.say("ou.plan.no_ends", **name)
    elif look.tip is not None and _goes_on(look):
        yield cast.words.say("ou.plan.again", station=station(look.tip))


def _goes_on(look: Shown) -> bool:
    """Return whether a link with a button goes on from the tip."""
    return any(look.tip in (piece.start, piece.end) for piece in look.on_buttons.values())
