"""Hints: the strong player's choices for the rest of a turn, with a reason.

A hint is worked out on a state that is imagined from the asker's own view and draft,
so it cannot depend on anything that the asker may not know.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain, islice
from typing import Any, Final

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.dice import Dice
from metrobot.engine.draft import Draft, new_draft
from metrobot.engine.title import AnyTitle
from metrobot.players.contract import UNBOUND, Budget, Player, RankingPlayer, Way
from metrobot.players.explain import Reason, explained, turn_from
from metrobot.players.levels import ADVISERS, EXPLAINERS

AnyDraft = Draft[Any, Any]
Path = tuple[int, ...]
"""Choices of a draft, each an index into those that are open at that point."""


OTHERS_BEGUN: Final = 3
"""Most other turns with which a hint is compared."""

AT_A_GLANCE: Final = Budget(playouts=1)
"""Budget for ending those other turns."""


@dataclass(frozen=True, slots=True)
class HintQuestion:
    """A request for a hint.

    Attributes:
        title: the rules.
        view: the asker's view, without the draft; `view.seats` are theirs.
        seat: the seat on turn.
        chosen: the asker's draft of this turn.
        earlier: hints shown before: further choices, to the turn's end.
    """

    title: AnyTitle
    view: Any
    seat: Seat
    chosen: Path = ()
    earlier: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint.

    Attributes:
        path: the further choices, to the turn's end.
        reason: the reason for them.
    """

    path: Path
    reason: Reason


def advised(question: HintQuestion, budget: Callable[[], Budget], dice: Dice) -> Advice | None:
    """Return a new hint for the rest of a turn; None if all that is left was shown.

    Args:
        question: the request.
        budget: returns a fresh budget for each step of the turn.
        dice: source of all randomness.
    """
    start = _imagined_draft(question, dice)
    search = _HintSearch(question, start, budget, dice)
    end = search.found()
    if end is None:
        return None
    others = [turn_from(start, other) for other in search.others(end)]
    reason = explained(turn_from(start, end), EXPLAINERS[question.title.id], others)
    return Advice(end.choices[len(start.choices) :], reason)


def turn_of(player: Player, question: HintQuestion, dice: Dice) -> Path:
    """Return the further choices with which a player ends a turn."""
    start = draft = _imagined_draft(question, dice)
    while not draft.is_turn_over:
        view = question.title.view_for(draft.state, question.view.seats)
        draft = draft.then(player(view, draft.open_choices, UNBOUND, dice).index)
    return draft.choices[len(start.choices) :]


def _imagined_draft(question: HintQuestion, dice: Dice) -> AnyDraft:
    # The draft is replayed on an imagined state: choices follow from what the asker knows, so
    # their numbers mean the same as on the true one.
    base = question.title.imagined(question.view, dice)
    return reduce(Draft.then, question.chosen, new_draft(question.title, base, question.seat))


class _HintSearch:
    """Search for the best way to go on with a draft.

    Args:
        question: the request.
        start: the draft.
        budget: as for `advised`.
        dice: source of all randomness.
    """

    def __init__(
        self, question: HintQuestion, start: AnyDraft, budget: Callable[[], Budget], dice: Dice
    ) -> None:
        self._question, self._start, self._budget, self._dice = question, start, budget, dice
        self._adviser: RankingPlayer = ADVISERS[question.title.id]
        # States are barred as well as choices: another order of the same choices is no new hint.
        self._seen, self._barred = self._of_shown()
        self._begun = list[AnyDraft]()

    def _of_shown(self) -> tuple[set[Any], dict[Path, set[int]]]:
        """Return the states that earlier hints lead to, and the choices they made, by path."""
        states, choices_made = set[Any](), dict[Path, set[int]]()
        for path in self._question.earlier:
            draft = self._start
            for choice in path:
                if len(draft.open_choices) > 1:
                    choices_made.setdefault(draft.choices, set()).add(choice)
                draft = draft.then(choice)
                states.add(draft.state)
        return states, choices_made

    def found(self) -> AnyDraft | None:
        """Return the draft with a whole turn, or None if all that is left was shown."""
        draft = self._start
        while not draft.is_turn_over:
            if (longer := self._longer(draft)) is None:
                return None
            draft = longer
        is_new = draft.choices != self._start.choices and draft.state not in self._seen
        return draft if is_new else None

    def _longer(self, draft: AnyDraft) -> AnyDraft | None:
        """Return a draft with the best next choices whose state was not shown, or None."""
        # A forced choice needs no thought, and can be no other hint.
        if len(draft.open_choices) == 1:
            return draft.then(0)
        barred = self._barred.get(draft.choices, ())
        legal = [a for place, a in enumerate(draft.open_choices) if place not in barred]
        ways = self._ways(draft, legal, self._budget)
        longer = (reduce(Draft.then_action, way, draft) for way in ways)
        unseen = (longer_draft for longer_draft in longer if longer_draft.state not in self._seen)
        top = list(islice(unseen, 1 + OTHERS_BEGUN))
        # What the planner warns of is advised only if its gain can be told.
        best = next(filter(self._is_sound, chain(top, unseen)), top[0] if top else None)
        # Other turns branch off at the first decision that has alternatives.
        if not self._begun:
            self._begun = [other for other in top if other is not best]
        return best

    def _is_sound(self, draft: AnyDraft) -> bool:
        """Return whether a draft gives up nothing, or gains more by it."""
        sacrifice = EXPLAINERS[self._question.title.id].sacrifice(turn_from(self._start, draft))
        return sacrifice is None or sacrifice.is_worth_it

    def others(self, end: AnyDraft) -> list[AnyDraft]:
        """Return the best other turns, the best first; they are ended at a glance."""
        # Reversed twice, so that of turns with the same state the best one stays.
        ends = {draft.state: draft for draft in map(self._ended, reversed(self._begun))}
        ends.pop(end.state, None)
        return list(reversed(ends.values()))

    def _ended(self, draft: AnyDraft) -> AnyDraft:
        while not draft.is_turn_over:
            way = self._ways(draft, draft.open_choices, lambda: AT_A_GLANCE)[0]
            draft = reduce(Draft.then_action, way, draft)
        return draft

    def _ways(
        self, draft: AnyDraft, legal: Sequence[Action], budget: Callable[[], Budget]
    ) -> Sequence[Way]:
        if len(legal) < 2:
            return [(action,) for action in legal]
        view = self._question.title.view_for(draft.state, self._question.view.seats)
        return self._adviser(view, legal, budget(), self._dice)
