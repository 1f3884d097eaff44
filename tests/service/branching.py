"""How games that are over are played on in tests, without Discord."""

import random
from collections.abc import Sequence
from typing import Any

from metrobot.arena.simulation import simulated
from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft
from metrobot.engine.log import Event, applied
from metrobot.engine.record import dump
from metrobot.games.registry import TITLES
from metrobot.service.finished.branches import Branch
from metrobot.service.finished.forks import Fork, Source, levels_of, start_of
from metrobot.service.model.play import Play
from metrobot.service.play.lock_choice import draft_for
from metrobot.service.ports import ChoiceJob, ChosenAction
from tests.service.stage import ANN, CHANNEL, GUILD, Stage
from tests.titles import AGAINST_OTHERS


class Echo:
    """A computer that chooses what was chosen in a game, then always the first."""

    def __init__(self) -> None:
        self.events: Sequence[Event] = ()
        self.jobs: list[ChoiceJob] = []

    async def decide(self, job: ChoiceJob) -> ChosenAction:
        """Return the next choice of the game."""
        self.jobs.append(job)
        event, self.events = next(iter(self.events), None), self.events[1:]
        return ChosenAction(0 if event is None else job.legal.index(event.action), "")


async def imported(
    stage: Stage, title: str, seed: str, players: int = 0, **options: str | bool
) -> tuple[int, Play]:
    """Import a game of random choices; return its number and the game."""
    rules = TITLES[title].ruleset(players or AGAINST_OTHERS[title], options)
    data = dump(simulated(TITLES[title], rules, seed, 1)).encode()
    number = await stage.tables.replays.keep(data, guild=GUILD, channel=CHANNEL, person=1)
    return number, (await stage.tables.replays.replay(number, str)).play


def forked(number: int, play: Play, turn: int, seat: int | None = None) -> Fork:
    """Return a turn of an imported game, for whoever moved first in it or for a seat."""
    actors = (each.event.actor for each in play.log if each.turn == turn)
    mover = next(actor for actor in actors if isinstance(actor, int))
    return Fork(Source.RECORD, number, turn, Seat(mover if seat is None else seat))


def others(play: Play, fork: Fork) -> list[Event]:
    """Return the choices of all others from a turn on, where there was one."""
    title, state, events = play.title, play.title.initial_state(play.rules), list[Event]()
    for count, each in enumerate(play.log):
        actor, is_forced = each.event.actor, title.forced(state) is not None
        if count >= start_of(play, fork.turn) and isinstance(actor, int) and not is_forced:
            is_own = play.player_of[actor] == play.player_of[fork.seat]
            if not is_own and len(title.legal_actions(state, actor)) > 1:
                events.append(each.event)
        state = applied(title, state, actor, each.event.action)
    return events


def as_then(branch: Branch) -> Draft[Any, Any]:
    """Return the draft of a turn as it was played in the game."""
    draft, turn = draft_for(branch.play, ANN.id), branch.play.title.turn_number(branch.play.state)
    events = [each.event for each in branch.origin.log if each.turn == turn]
    number = 0
    for event in events:
        if event.actor != draft.seat or draft.is_turn_over:
            continue
        if number == len(draft.actions):
            draft = draft.then_action(event.action)
        number += 1
    return draft


def anyhow(branch: Branch, dice: random.Random) -> Draft[Any, Any]:
    """Return a whole turn of random choices."""
    draft = draft_for(branch.play, ANN.id)
    while not draft.is_turn_over:
        draft = draft.then(dice.randrange(len(draft.open_choices)))
    return draft


async def played(stage: Stage, branch: Branch, turn: Draft[Any, Any]) -> Branch:
    """Play a turn of Ann's branch."""
    branches = stage.tables.deals.branches
    return await branches.play_draft(branch.row.id, ANN, branch.play.revision, turn.code)


async def played_out(stage: Stage, branch: Branch, dice: random.Random | None = None) -> Branch:
    """Play Ann's branch to its end, as in the game or at random."""
    while not branch.is_over:
        turn = as_then(branch) if dice is None else anyhow(branch, dice)
        branch = await played(stage, branch, turn)
    return branch


async def begun(
    stage: Stage,
    title: str = "underground",
    seed: str = "begun",
    nth: int = 0,
    *,
    is_fresh: bool = False,
) -> Branch:
    """Begin a branch of Ann from the nth turn of an imported game."""
    number, play = await imported(stage, title, seed)
    fork = forked(number, play, play.turns_played[nth])
    level = levels_of(play)[-1]
    return await stage.tables.deals.branches.begin(fork, ANN, level, is_fresh=is_fresh)
