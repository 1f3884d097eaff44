"""What all are asked: the open card, what it lets one do, which cards are out and left."""

from metrobot.games.metrolijn.board import CARDS, Card
from metrobot.games.metrolijn.view import View
from metrobot.ui.metrolijn.names import Names


def prompt(names: Names, view: View) -> str:
    """Return the open card in plain words, and what is still to come; nothing at the end."""
    if view.card is None:
        return ""
    head = names.words.say("ml.prompt", number=view.round, card=names.card(view.card))
    return "\n".join((head, names.meaning(view.card), *pile(names, view)))


def pile(names: Names, view: View) -> tuple[str, ...]:
    """Return what has been turned up since the last shuffle, and what is left, in no order."""
    turned = names.cards(in_order(view.turned))
    return names.words.say("ml.pile.turned", cards=turned), cards_left(names, view)


def cards_left(names: Names, view: View) -> str:
    """Return the cards that are left in the deck, in no order."""
    cards = names.cards(in_order(view.left))
    return names.words.count("ml.pile.left", len(view.left), cards=cards)


def in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return cards in the order of the deck's list: it tells nothing of any other order."""
    return tuple(sorted(cards, key=CARDS.index))
