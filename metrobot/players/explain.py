"""Why a turn is good: keys with facts, as the rules tell them.

Each title finds what there is to say of a turn, the weightiest first
(`metrobot/players/<title>/reasons.py`); of that one or two sentences are said.
Nothing in them comes from anything but what the turn's own player may know:
whoever asks hands in a draft on a state that was imagined from a view.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft
from metrobot.engine.sentence import Sentence
from metrobot.engine.title import AnyTitle

SENTENCES: Final = 2
"""So many are said at most."""


Reason = tuple[Sentence, ...]
"""One or two sentences, the weightier first."""


@dataclass(frozen=True, slots=True)
class ExplainedTurn:
    """A turn, or the rest of one, that is to be explained.

    Attributes:
        title: the rules.
        seat: whose turn it is.
        start: the draft before it; on a state that its player could take for the truth.
        end: the draft after it.
        turn: what it does, as the title tells it (`Title.told`, as a preview).
    """

    title: AnyTitle
    seat: Seat
    start: Draft[Any, Any]
    end: Draft[Any, Any]
    turn: Any

    @property
    def actions(self) -> tuple[Action, ...]:
        """What is chosen, and what is forced by it."""
        return self.end.actions[len(self.start.actions) :]

    @property
    def prospects(self) -> tuple[Any, ...]:
        """What each choice would do that is open at the start (`Title.prospects`)."""
        return self.title.prospects(self.start.state, self.seat)


Explainer = Callable[[ExplainedTurn], Iterable[Sentence]]
"""Yields what there is to say of a turn, the weightiest first; it may be nothing."""

OTHERWISE: Final = Sentence("why.best")
"""Said of a turn of which nothing else can be told."""


def turn_from(start: Draft[Any, Any], end: Draft[Any, Any]) -> ExplainedTurn:
    """Return what lies between two drafts, to be explained.

    Args:
        start: the draft before it.
        end: the same with more choices.
    """
    title, deeds = start.title, end.deeds[len(start.actions) :]
    told = title.summary(start.state, deeds, frozenset((start.seat,)), preview=True)
    return ExplainedTurn(title, start.seat, start, end, told)


def explained(choice: ExplainedTurn, explainer: Explainer) -> Reason:
    """Return why, in one or two sentences."""
    return tuple(islice(explainer(choice), SENTENCES)) or (OTHERWISE,)
