"""The private planner: a draft in words, with the passenger's trips."""

from collections.abc import Iterator, Sequence

from metrobot.games.underground.board import BRANCH_COST, COLOURS, Colour
from metrobot.games.underground.forecast import game_end_with, stranded
from metrobot.games.underground.state import Phase
from metrobot.games.underground.summary import Piece, Turn
from metrobot.games.underground.view import View
from metrobot.ui.kit.front import AnyDraftView
from metrobot.ui.underground.menus import ShownChoices, own_colours
from metrobot.ui.underground.names import Names, station
from metrobot.ui.underground.status import draft_warnings
from metrobot.ui.underground.steps import OpenChoices, link_of, price_of
from metrobot.ui.underground.trip_text import trip_briefly, visit_outlook


def text(names: Names, draft_view: AnyDraftView) -> str:
    """Return the draft's points and newest piece in one line, then its pieces, then its trips."""
    turn: Turn = draft_view.turn
    lines = [" · ".join((_head(names, draft_view), *_newest(names, turn)))]
    if len(turn.pieces) > 1:
        colours = dict.fromkeys(piece.colour for piece in turn.pieces)
        lines += [_laid(names, turn, colour) for colour in colours]
    if draft_view.is_turn_over:
        trips = (trip_briefly(names, trip) for trip in turn.trips)
        lines += [names.words.say("ou.turn.trip", trip=trip) for trip in trips]
    else:
        lines += visit_outlook(names, draft_view.view)
    return "\n".join(lines)


def _head(names: Names, draft_view: AnyDraftView) -> str:
    player = draft_view.view.players[draft_view.seat]
    return names.words.count(
        "ou.plan.done" if draft_view.is_turn_over else "ou.plan.title",
        player.score,
        tokens=names.words.count("ou.plan.tokens", player.tokens),
        points=names.words.signed(draft_view.turn.points),
    )


def _newest(names: Names, turn: Turn) -> Iterator[str]:
    """Yield the number of pieces with the last one, and the tokens taken."""
    if turn.pieces:
        last = turn.pieces[-1]
        piece = f"{COLOURS[last.colour].code} {link_of(last)}"
        yield names.words.count("ou.plan.laid", len(turn.pieces), piece=piece)
    if turn.tokens:
        yield names.words.count("ou.turn.tokens", turn.tokens)


def _laid(names: Names, turn: Turn, colour: Colour) -> str:
    """Return the pieces of one colour: Red (R): Bank–Holborn–Euston · 2 tokens · +3."""
    pieces = [piece for piece in turn.pieces if piece.colour == colour]
    cost, points = (sum(piece.cost for piece in pieces), sum(piece.gain.total for piece in pieces))
    notes = [price_of(names.words, cost)] if cost else []
    notes += [names.words.signed(points)] if points else []
    links = " · ".join((", ".join(_chains(pieces)), *notes))
    return names.words.say("ou.turn.laid", colour=names.lettered(colour), links=links)


def _chains(pieces: Sequence[Piece]) -> list[str]:
    """Return pieces as chains of stations, each station once where a piece continues another."""
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


def instruction(
    names: Names, draft_view: AnyDraftView, choices: OpenChoices, look: ShownChoices
) -> str:
    """Return obstacles and the next thing to do, to stand directly above the buttons."""
    if draft_view.is_turn_over:
        lines = [*_harm_done(names, draft_view)]
    elif draft_view.view.phase is Phase.TRAVEL:
        lines = [names.words.say("ou.plan.travel")]
    else:
        key = "ou.plan.shut_in" if look.colour is None else "ou.plan.left"
        lines = [
            *_cannot(names, draft_view.view, choices),
            *_looked_at(names, draft_view.view, look),
            names.words.count(key, draft_view.view.actions_left),
        ]
    return "\n".join(lines)


def _harm_done(names: Names, draft_view: AnyDraftView) -> Iterator[str]:
    """Yield warnings before a turn is confirmed: the end of the game, and harm."""
    yield from draft_warnings(names, draft_view.view)
    lines = stranded(draft_view.turn.before, draft_view.view, draft_view.seat)
    # With the end of the game a line that can no longer grow does no harm.
    if lines and game_end_with(draft_view.view) is None:
        colours = _heads(names, lines)
        yield names.words.count("ou.plan.stranded", len(lines), colours=colours, cost=BRANCH_COST)


def _cannot(names: Names, view: View, choices: OpenChoices) -> Iterator[str]:
    """Yield the own colours that cannot be laid now, with the reasons (OU §4.1)."""
    closed_colours = [colour for colour in own_colours(view) if not choices.of(colour)]
    used_up = [colour for colour in closed_colours if not view.line(colour).pieces_left]
    stuck_colours = [colour for colour in closed_colours if colour not in used_up]
    if used_up:
        yield names.words.say("ou.plan.no_pieces", colours=_heads(names, used_up))
    if stuck_colours and view.to_act is not None:
        key = "ou.plan.no_space" if view.players[view.to_act].can_branch else "ou.plan.stuck"
        yield names.words.say(key, colours=_heads(names, stuck_colours), cost=BRANCH_COST)


def _heads(names: Names, colours: Sequence[Colour]) -> str:
    return ", ".join(map(names.lettered, colours))


def _looked_at(names: Names, view: View, look: ShownChoices) -> Iterator[str]:
    if look.colour is None:
        return
    name = {"colour": names.head(look.colour), "code": COLOURS[look.colour].code}
    if look.is_first:
        yield names.words.say("ou.plan.first_piece", **name)
    elif not view.grows_free(look.colour):
        yield names.words.say("ou.plan.no_ends", cost=BRANCH_COST, **name)
