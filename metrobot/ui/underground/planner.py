"""The private planner: a draft in words, with where the passenger will go."""

from collections.abc import Iterator
from typing import Final

from metrobot.games.underground.board import COLOURS, Colour
from metrobot.games.underground.state import Phase
from metrobot.games.underground.told import Piece
from metrobot.games.underground.view import View
from metrobot.ui.frame.front import AnyPlan
from metrobot.ui.underground.cast import Cast, station
from metrobot.ui.underground.menus import Shown, own_colours
from metrobot.ui.underground.meter import draft_warnings
from metrobot.ui.underground.narration import building, trips
from metrobot.ui.underground.steps import OpenChoices, brief_reasons, link_of, price
from metrobot.ui.underground.tripwords import MOST_ROUTES, forecast
from metrobot.ui.words.lengths import clipped, length

TEXT_LIMIT: Final = 3500
MOST_WORTH: Final = 6
"""So many links that score at once are named in the text."""


def text(cast: Cast, plan: AnyPlan, choices: OpenChoices, look: Shown) -> str:
    """Return all that the planner says, within its limit."""
    if plan.is_turn_over:
        return _joined((_whole(cast, plan),))
    found = ""
    for most in (MOST_ROUTES, 2, 1):
        found = _joined(_parts(cast, plan, choices, look, most))
        if length(found) <= TEXT_LIMIT:
            return found
    return clipped(found, TEXT_LIMIT)


def _joined(parts: "tuple[list[str], ...]") -> str:
    """Return paragraphs of lines."""
    return "\n\n".join("\n".join(part) for part in parts if part)


def _parts(
    cast: Cast, plan: AnyPlan, choices: OpenChoices, look: Shown, most: int
) -> tuple[list[str], ...]:
    """Return the paragraphs of an unfinished draft."""
    view: View = plan.view
    head = [cast.words.say("ou.plan.title", name=cast.name(plan.seat)), *so_far(cast, plan)]
    if view.phase is Phase.TRAVEL:
        asked = cast.words.say("ou.plan.travel")
        return head, [asked, *forecast(cast, view, most)]
    todo = [
        *actions_left(cast, view, choices),
        *_looked_at(cast, view, look),
        *worth(cast, view, choices, look),
    ]
    return head, todo, [*forecast(cast, view, most), *_later(cast, view)]


def _later(cast: Cast, view: View) -> Iterator[str]:
    """Yield that what is told of the passenger may change with the next piece."""
    if view.passenger is not None:
        yield cast.words.say("ou.plan.so_far_only")


def so_far(cast: Cast, plan: AnyPlan) -> Iterator[str]:
    """Yield what was chosen, what it makes, and the tokens and points by now."""
    yield from building(cast, plan.turn)
    yield from trips(cast, plan.turn)
    player = plan.view.players[plan.seat]
    yield cast.words.count(
        "ou.plan.purse",
        player.tokens,
        score=player.score,
        points=cast.words.signed(plan.turn.points),
    )


def actions_left(cast: Cast, view: View, choices: OpenChoices) -> Iterator[str]:
    """Yield how many of the four actions are left, and which colours are stuck (OU §4.1)."""
    yield cast.words.count("ou.plan.left", view.actions_left)
    for colour in own_colours(view):
        if not choices.of(colour):
            has_pieces = view.line(colour).pieces_left > 0
            key = "ou.plan.stuck" if has_pieces else "ou.plan.no_pieces"
            yield cast.words.say(key, colour=cast.head(colour), code=COLOURS[colour].code)


def _looked_at(cast: Cast, view: View, look: Shown) -> Iterator[str]:
    """Yield which colour the menus offer, and where its line ends."""
    if look.colour is None:
        yield cast.words.say("ou.plan.shut_in")
        return
    yield _line(cast, view, look.colour)


def _line(cast: Cast, view: View, colour: Colour) -> str:
    """Return a colour with the ends of its line."""
    line = view.line(colour)
    head, code = cast.head(colour), COLOURS[colour].code
    if not line.track:
        return cast.words.say("ou.plan.first_piece", colour=head, code=code)
    if not line.ends:
        return cast.words.say("ou.plan.no_ends", colour=head, code=code)
    names = cast.words.listed([station(end) for end in line.ends])
    return cast.words.count("ou.plan.ends", len(line.ends), colour=head, code=code, ends=names)


def worth(cast: Cast, view: View, choices: OpenChoices, look: Shown) -> Iterator[str]:
    """Yield the links that score at once, the best first.

    First pieces that are not looked at are left out: they may go anywhere.
    """
    running = {line.colour for line in view.lines if line.track}
    found = [
        (-points, piece.cost, n)
        for n, piece in choices.pieces.items()
        if (piece.colour in running or n in look.pieces) and (points := piece.gain.total)
    ]
    if found:
        items = [_worth(cast, choices.pieces[n]) for *_, n in sorted(found)[:MOST_WORTH]]
        yield cast.words.say("ou.plan.worth", items=" · ".join(items))


def _worth(cast: Cast, piece: Piece) -> str:
    """Return one link with its colour, price and points."""
    return cast.words.say(
        "ou.plan.worth_item",
        colour=cast.head(piece.colour),
        link=link_of(piece),
        price=price(cast, piece.cost),
        reasons=", ".join(brief_reasons(cast, piece.gain)),
    )


def _whole(cast: Cast, plan: AnyPlan) -> list[str]:
    """Return a whole turn before it is confirmed."""
    words = cast.words
    lines = [words.say("ou.plan.done", name=cast.name(plan.seat)), *so_far(cast, plan)]
    if plan.turn.trips:
        lines.append(words.say("ou.plan.then_cards"))
    lines.extend(f"⚠️ {line}" for line in draft_warnings(cast, plan.view))
    lines.append(words.say("ou.plan.confirm"))
    return lines
