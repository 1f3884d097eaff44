"""Why a turn is good: keys with facts, as the rules tell them.

Each title finds what there is to say of a turn, the weightiest first
(`metrobot/players/<title>/reasons.py`); of that one or two sentences are said, the
second one of what the best other turn would cost, if the rules tell of it.
Nothing in them comes from anything but what the turn's own player may know:
whoever asks hands in a draft on a state that was imagined from a view.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft
from metrobot.engine.errors import Fact
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


@dataclass(frozen=True, slots=True)
class Explainer:
    """What a title has to say of turns.

    Attributes:
        reasons: yields why a turn is good, the weightiest first; it may be nothing.
        cost: returns what another turn would cost beside it, as the rules tell; None where
            they tell of nothing.
    """

    reasons: Callable[[ExplainedTurn], Iterable[Sentence]]
    cost: Callable[[ExplainedTurn, ExplainedTurn], Sentence | None]


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


def explained(
    choice: ExplainedTurn, explainer: Explainer, others: Sequence[ExplainedTurn] = ()
) -> Reason:
    """Return why, in one or two sentences; the second one says what the best other turn costs.

    What is as true of all other turns is no reason for this one.

    Args:
        choice: the turn.
        explainer: of its title.
        others: the best other turns, the best of them first.
    """
    alike = [frozenset(map(_told, explainer.reasons(each))) for each in others]
    own = (
        said
        for said in explainer.reasons(choice)
        if not alike or not all(_told(said) in each for each in alike)
    )
    found = tuple(islice(own, SENTENCES)) or (OTHERWISE,)
    cost = explainer.cost(choice, others[0]) if others else None
    return found if cost is None else (found[0], cost)


def _told(said: Sentence) -> tuple[str, tuple[tuple[str, Fact], ...], int | None]:
    """Return all that a sentence says, so that it can be told apart from others."""
    return said.key, tuple(sorted(said.facts.items())), said.count
