"""Reasons for which a turn is good: keys with facts, as the rules tell them.

Each title yields the reasons for a turn, the weightiest first
(`metrobot/players/<title>/reasons.py`). One or two sentences are said; the second is
the cost of the best other turn, if the rules tell one.
All reasons come from what the turn's own player may know: callers hand in a draft
on a state that was imagined from a view.
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

SUMS: Final = frozenset({"points", "was"})
"""Names of facts that count a part of what a turn gains."""

SENTENCES: Final = 2
"""Most sentences in a reason."""


Reason = tuple[Sentence, ...]
"""One or two sentences, the weightier first."""
OTHERWISE: Final = Sentence("why.best")
"""Sentence for a turn with no reason that can be told."""
ONLY: Final = Sentence("why.only")
"""Sentence for a turn beside which there is no other."""


@dataclass(frozen=True, slots=True)
class ExplainedTurn:
    """A turn, or the rest of one, with the values that its explanation needs.

    Attributes:
        title: the rules.
        seat: whose turn it is.
        start: the draft before it, on a state that its player could take for the truth.
        end: the draft after it.
        turn: the title's summary of it (`Title.summary`, as a preview).
    """

    title: AnyTitle
    seat: Seat
    start: Draft[Any, Any]
    end: Draft[Any, Any]
    turn: Any

    @property
    def actions(self) -> tuple[Action, ...]:
        """The choices of the turn, with those forced by them."""
        return self.end.actions[len(self.start.actions) :]

    @property
    def prospects(self) -> tuple[Any, ...]:
        """The effects of each choice that is open at the start (`Title.prospects`)."""
        return self.title.prospects(self.start.state, self.seat)


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """The losses of a turn of which the planner warns.

    Attributes:
        sentence: what is given up, and for what.
        is_worth_it: whether what the rules tell of its gain outweighs it.
    """

    sentence: Sentence
    is_worth_it: bool


@dataclass(frozen=True, slots=True)
class Explainer:
    """The functions with which a title explains turns.

    Attributes:
        reasons: yields the reasons for a turn, the weightiest first; there may be none.
        cost: returns the cost of another turn in its place, None if the rules tell none.
        sacrifice: returns what a turn gives up, None if the planner warns of nothing.
    """

    reasons: Callable[[ExplainedTurn], Iterable[Sentence]]
    cost: Callable[[ExplainedTurn, ExplainedTurn], Sentence | None]
    sacrifice: Callable[[ExplainedTurn], Sacrifice | None] = lambda _: None


def turn_from(start: Draft[Any, Any], end: Draft[Any, Any]) -> ExplainedTurn:
    """Return the turn between two drafts, ready to be explained.

    Args:
        start: the draft before it.
        end: the same draft with more choices.
    """
    title, deeds = start.title, end.deeds[len(start.actions) :]
    summary = title.summary(start.state, deeds, frozenset((start.seat,)), preview=True)
    return ExplainedTurn(title, start.seat, start, end, summary)


def explained(
    choice: ExplainedTurn, explainer: Explainer, others: Sequence[ExplainedTurn] = ()
) -> Reason:
    """Return the reason for a turn, in one or two sentences.

    A second sentence tells what it gives up, or else the cost of the best other turn that has one.

    Args:
        choice: the turn.
        explainer: the explainer of its title.
        others: the best other turns, the best of them first.
    """
    # A sentence that is true of all other turns too is no reason for this one.
    alike = [frozenset(map(_told, explainer.reasons(other))) for other in others]
    reasons = tuple(explainer.reasons(choice))
    distinct = (s for s in reasons if not alike or not all(_told(s) in values for values in alike))
    # Where nothing tells it from the others, what is good about it still teaches.
    sentences = tuple(islice(distinct, SENTENCES)) or reasons[:1] or (OTHERWISE,)
    # Beside a turn that comes to the same, the next one tells more.
    costs = (explainer.cost(choice, other) for other in others)
    cost = next(filter(None, costs), ONLY if len(choice.start.open_choices) == 1 else None)
    sacrifice = explainer.sacrifice(choice)
    if sacrifice is None:
        return sentences if cost is None else (sentences[0], cost)
    # What it gains is one sum, so no part of that is told beside it.
    if "gain" not in sacrifice.sentence.facts:
        return sentences[0], sacrifice.sentence
    if cost is not None:
        return sacrifice.sentence, cost
    plain = next((s for s in (*sentences, *reasons) if not SUMS.intersection(s.facts)), None)
    return (sacrifice.sentence,) if plain is None else (plain, sacrifice.sentence)


def _told(sentence: Sentence) -> tuple[str, tuple[tuple[str, Fact], ...], int | None]:
    """Return all values of a sentence, for comparing it with others."""
    # Facts are sorted, as they may be named in another order.
    return sentence.key, tuple(sorted(sentence.facts.items())), sentence.count
