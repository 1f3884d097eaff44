"""The public report of a complete round."""

from collections.abc import Iterator

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.summary import Ride, Round
from metrobot.ui.metrolijn.names import AnyGameView, Names, names_for
from metrobot.ui.metrolijn.ride_text import ride_text, with_specials
from metrobot.ui.metrolijn.status import meter, rest
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.words.catalogue import Words


def report(game_view: AnyGameView, turn: Round, words: Words) -> TurnReport:
    """Return the report of one complete round."""
    names = names_for(game_view, words)
    card = turn.card
    if not turn.rides:
        return TurnReport(words.say("ml.round.nothing"), (), (), meter(names, turn.after))
    # Nobody rides without a card.
    assert card is not None
    done = ", ".join(_done(names, turn, sheet.seat) for sheet in turn.after.sheets)
    return TurnReport(
        headline=words.say("ml.round.headline", card=names.card(card), done=done),
        lines=(
            *finishes(names, turn),
            # All cards are shuffled again (ML §3.4).
            *((words.say("ml.round.shuffled"),) if card.reshuffles else ()),
            *(_ride(names, ride) for ride in turn.rides),
        ),
        warnings=() if turn.after.result else rest(names, turn.after, turn.through),
        meter=meter(names, turn.after),
    )


def _done(names: Names, turn: Round, seat: Seat) -> str:
    """Return a player's lines, those finished, points of a round and in all: Ada J 🏁A +4 (9)."""
    before, after = (view.sheets[seat].count.earned for view in (turn.before, turn.after))
    rides = (ride.line for ride in turn.rides if ride.seat == seat)
    lines = "".join("×" if line is None else names.map.lines[line].letter for line in rides)
    ended = (names.map.lines[ending.line].letter for ending in turn.changes[seat].endings)
    said = names.words.say(
        "ml.round.done",
        # In a game alone nobody else needs to be told apart.
        name="" if turn.after.is_alone else names.players[seat],
        lines=" 🏁".join((lines or "–", *ended)),
        points=names.words.signed(after - before),
        total=after,
    )
    return said.strip()


def _ride(names: Names, ride: Ride) -> str:
    key, text = "ml.round.extra" if ride.is_extra else "ml.round.ride", ride_text(names, ride)
    if len(names.players) > 1 or ride.is_extra:
        text = names.words.say(key, name=names.players[ride.seat], ride=text)
    return with_specials(names, ride, text) if ride.specials else text


def finishes(names: Names, turn: Round) -> Iterator[str]:
    """Yield the lines finished, with players and points."""
    for finish in turn.finishes:
        facts: dict[str, object] = {
            "line": names.line(finish.line),
            "names": names.people(finish.seats),
        }
        key = "ml.finish.alone" if len(names.players) == 1 else "ml.finish.later"
        if len(names.players) > 1 and finish.pay.is_first:
            key, facts["later"] = "ml.finish.first", turn.after.offers[finish.line].points
        yield names.words.count(key, finish.pay.points, **facts)
