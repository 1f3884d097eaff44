"""The private planner: a draft in words, with the passenger's trips."""

from collections.abc import Iterator, Sequence
from typing import Final

from metrobot.games.underground.board import BRANCH_COST, COLOURS, Colour
from metrobot.games.underground.forecast import game_end_with, stranded
from metrobot.games.underground.state import Phase
from metrobot.games.underground.summary import Piece, Turn
from metrobot.games.underground.view import View
from metrobot.ui.kit.front import AnyDraftView
from metrobot.ui.underground.menus import ShownChoices, own_colours
from metrobot.ui.underground.names import Names, station
from metrobot.ui.underground.status import draft_warnings
from metrobot.ui.underground.steps import OpenChoices, price_of
from metrobot.ui.underground.trip_text import trip_briefly, visit_outlook
from metrobot.ui.words.text_length import fitting_lines

PAGE_LINES: Final = 7
"""Lines of a planner that fit on a phone, above and below its picture."""
AREA_LINES: Final = 5
"""The same where the links of an area have a menu of their own."""
DONE_LINES: Final = 14
"""The same for a whole turn, when there is nothing left to choose."""


def text(names: Names, draft_view: AnyDraftView, look: ShownChoices, instruction: str) -> str:
    """Return the draft's pieces, points and consequences, for above the picture.

    Args:
        names: the people.
        draft_view: the draft.
        look: the choices shown.
        instruction: the instruction below the picture, which takes its lines of the page.
    """
    lines = (_head(names, draft_view), *draft_so_far(names, draft_view))
    if draft_view.is_turn_over:
        return fitting_lines(lines, DONE_LINES, instruction)
    lines = (*lines, *visit_outlook(names, draft_view.view))
    return fitting_lines(lines, AREA_LINES if look.area else PAGE_LINES, instruction)


def _head(names: Names, draft_view: AnyDraftView) -> str:
    player = draft_view.view.players[draft_view.seat]
    return names.words.count(
        "ou.plan.done" if draft_view.is_turn_over else "ou.plan.title",
        player.score,
        tokens=names.words.count("ou.plan.tokens", player.tokens),
        points=names.words.signed(draft_view.turn.points),
    )


def draft_so_far(names: Names, draft_view: AnyDraftView) -> Iterator[str]:
    """Yield the draft's pieces, a line for each colour, its tokens, and its trips."""
    turn: Turn = draft_view.turn
    for colour in dict.fromkeys(piece.colour for piece in turn.pieces):
        yield _laid(names, colour, [piece for piece in turn.pieces if piece.colour == colour])
    if turn.tokens:
        yield names.words.count("ou.turn.took", turn.tokens)
    for trip in turn.trips:
        yield names.words.say("ou.turn.trip", trip=trip_briefly(names, trip))


def _laid(names: Names, colour: Colour, pieces: Sequence[Piece]) -> str:
    """Return some pieces of one colour: Red (R): Bank–Holborn–Euston · 2 tokens · +3."""
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
