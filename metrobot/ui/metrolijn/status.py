"""The status of a game: the open card, points, windows and the nearness of the end."""

from collections.abc import Iterator, Sequence
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.board import CARDS, Card, Station
from metrobot.games.metrolijn.view import SheetView, View
from metrobot.ui.metrolijn.names import AnyGameView, Names, names_for
from metrobot.ui.pages.values import Brief
from metrobot.ui.words.catalogue import Words

FEW_WINDOWS: Final = 3
"""Number of windows left at which the end is near."""


def prompt(names: Names, view: View) -> str:
    """Return the card's explanation and the deck's rest; nothing at the end.

    The call has already named the card.
    """
    if view.card is None:
        return ""
    return "\n".join((names.meaning(view.card), cards_left(names, view)))


def heading(names: Names, view: View, key: str = "ml.prompt") -> str:
    """Return the round and its open card as a heading; nothing at the end."""
    if view.card is None:
        return ""
    return names.words.say(key, number=view.round, card=names.card(view.card))


def pile(names: Names, view: View) -> tuple[str, ...]:
    """Return the cards turned up since the last shuffle, and those left, in no order."""
    turned = names.cards(in_order(view.turned))
    return names.words.say("ml.pile.turned", cards=turned), cards_left(names, view)


def cards_left(names: Names, view: View) -> str:
    """Return the cards left in the deck, in no order."""
    return names.words.count("ml.pile.left", len(view.left), cards=names.cards(in_order(view.left)))


def in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Sort cards in the order of the deck's list, so that their order tells nothing."""
    return tuple(sorted(cards, key=CARDS.index))


def meter(names: Names, view: View) -> str:
    """Return the windows left in one line."""
    words, left = names.words, [sheet.windows_left for sheet in view.sheets]
    if len(set(left)) == 1:
        key = "ml.meter" if len(left) > 1 else "ml.meter.alone"
        return words.say(key, n=left[0])
    each = ", ".join(
        words.say("ml.meter.windows", name=names.players[Seat(seat)], n=n)
        for seat, n in enumerate(left)
    )
    return words.say("ml.meter.each", windows=each)


def score_line(names: Names, sheet: SheetView) -> str:
    """Return a player's points by kind, empty stations and windows."""
    facts = counted(names, sheet)
    return names.words.say("ml.status.player", **facts, windows=sheet.windows_left)


def counted(names: Names, sheet: SheetView) -> dict[str, object]:
    """Return the facts of a player's points by kind and empty stations, for a sentence."""
    count = sheet.count
    return {
        "name": names.players[sheet.seat],
        "score": count.score,
        "lines": count.lines,
        "transfers": count.transfers,
        "empty": count.empty,
        "minus": names.words.signed(-count.minus),
    }


def rest(names: Names, view: View, fresh: Sequence[Seat] | None = None) -> tuple[str, ...]:
    """Return warnings of a near end, and of players who have filled all windows.

    Args:
        names: the people.
        view: of now.
        fresh: the only players to report as through; None for all who are.
    """
    left = [sheet.windows_left for sheet in view.sheets]
    warnings = list[str]()
    if 0 < max(left) <= FEW_WINDOWS:
        warnings.append(names.words.count("ml.warning.windows", max(left)))
    through = [Seat(n) for n, windows in enumerate(left) if not windows] if fresh is None else fresh
    # Once nobody has a window left the game is over, which is said elsewhere.
    if through and any(left):
        listed = names.people(through)
        warnings.append(names.words.count("ml.warning.through", len(through), names=listed))
    return tuple(warnings)


def opening(game_view: AnyGameView, words: Words) -> Sequence[str]:
    """Return the introduction at the start of a game, line by line."""
    names, view = names_for(game_view, words), game_view.public
    facts = {"map": names.place, "windows": view.map.windows}
    if view.is_alone:
        lines = [words.say("ml.opening.alone", **facts)]
    else:
        lines = [words.say("ml.opening.aim", **facts), words.say("ml.opening.round")]
    return (*lines, *special(names, view, "ml.opening.special"))


def special(names: Names, view: View, key: str) -> Iterator[str]:
    """Yield a sentence with the special stations if they count (ML §9)."""
    if view.rules["special"]:
        stars = (Station(n) for n, site in enumerate(view.map.stations) if site.is_special)
        yield names.words.say(key, stations=names.stations(stars))


def status(game_view: AnyGameView, words: Words) -> Sequence[str]:
    """Return the status of the game, line by line."""
    names, view = names_for(game_view, words), game_view.view
    scores = [score_line(names, sheet) for sheet in view.sheets]
    if view.result is not None:
        return (*final(names, view), *scores)
    asked = (heading(names, view), prompt(names, view))
    return (*asked, words.say("ml.status.scores"), *scores, *rest(names, view))


def final(names: Names, view: View) -> tuple[str, ...]:
    """Return the winners; nothing while the game goes on."""
    if view.result is None:
        return ()
    if view.is_alone:
        return (names.words.say("ml.status.over_alone", score=view.result.scores[0]),)
    winners = view.result.winners
    return (names.words.count("ml.status.over", len(winners), names=names.people(winners)),)


def brief(game_view: AnyGameView, words: Words) -> Brief:
    """Return the open card, each sheet's present points and its empty windows."""
    names, view = names_for(game_view, words), game_view.public
    card = "" if view.card is None else names.card(view.card)
    scores = names.parts("ml.closing.part", n=(sheet.count.score for sheet in view.sheets))
    windows = names.parts("ml.closing.part", n=(sheet.windows_left for sheet in view.sheets))
    return Brief(
        words.say("ml.brief.task", number=view.round, card=card),
        (words.say("ml.brief.scores", parts=scores), words.say("ml.brief.windows", parts=windows)),
    )
