"""Jobs as bytes: what comes out is what went in, and nothing else can come out."""

import os
import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.title import Title
from metrobot.games.registry import TITLES
from metrobot.service.ports import Errand, Job, ReviewJob, Thought, Work
from metrobot.service.simulation import simulated
from metrobot.thinking import sending
from metrobot.thinking.deciding import decided
from metrobot.thinking.sending import UnreadableError, read, written

MOST = 60


def jobs(title: Title[Any, Any]) -> Iterator[Job]:
    """Yield the choices of a random game of two, as far as it goes."""
    dice, state = random.Random(2), title.initial_state(title.ruleset(2, {}))
    for step in range(MOST):
        awaited = title.awaiting(state)
        if not awaited:
            return
        if awaited == (CHANCE,):
            state = title.apply(state, CHANCE, dice.choice(title.chance(state)))
            continue
        seat = awaited[0]
        assert isinstance(seat, int)
        legal = title.legal_actions(state, Seat(seat))
        view = title.view_for(state, frozenset({Seat(seat)}))
        errand = Errand(Work.TURN, 1, f"{step}.{seat}")
        yield Job(title.id, view, legal, "easy", b"seed", 1.0, errand=errand)
        state = title.apply(state, Seat(seat), dice.choice(legal))


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.id)
def test_a_turn_arrives_as_it_was(title: Title[Any, Any]) -> None:
    """Each view and each choice, wherever a game has come to."""
    for job in jobs(title):
        assert read(written(job), Job) == job


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.id)
def test_what_was_decided_arrives_as_it_was(title: Title[Any, Any]) -> None:
    """With its reason."""
    found = decided(next(jobs(title)))

    assert read(written(found), Thought) == found


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.id)
def test_a_review_arrives_as_it_was(title: Title[Any, Any]) -> None:
    """All that happened in a game."""
    rules = title.ruleset(2, {})
    record = simulated(title, rules, "seed", 1)
    job = ReviewJob(title.id, rules, tuple(record.events), b"seed", 1.0)

    assert read(written(job), ReviewJob) == job


def test_no_function_is_called_by_its_name() -> None:
    """Whoever could write into the database could else do anything to a worker."""
    for value in (os.getcwd, sending.written, written(pickle.dumps)):
        with pytest.raises(UnreadableError):
            read(written(value), Job)


def test_another_release_is_not_understood() -> None:
    """What was a field may be another one there."""
    job = next(jobs(next(iter(TITLES.values()))))
    _, _, body = written(job).partition(b"\n")

    with pytest.raises(UnreadableError):
        read(b"9.9.9\n" + body, Job)
    with pytest.raises(UnreadableError):
        read(written(job)[:-9], Job)
    with pytest.raises(UnreadableError):
        read(written("a review"), Job)
