"""Jobs as bytes: what comes out is what went in, and nothing else can come out."""

import os
import pickle
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.errors import RuleError
from metrobot.engine.log import Event
from metrobot.engine.title import AnyTitle
from metrobot.games.registry import TITLES
from metrobot.service.ports import ChoiceJob, ChosenAction, JobId, JobKind, ReviewJob
from metrobot.thinking.choice import choose_action
from metrobot.workers import pickling
from metrobot.workers.pickling import UnreadableError, dumps, loads
from render.film.gif import GifWriter
from render.png import drawn_png, packing

MOST = 60
MODULE = b"render.film.gif"


def played(title: AnyTitle) -> Iterator[tuple[Any, Event]]:
    """Yield the events of a random game of two, as far as it goes, each with the state before."""
    dice, state = random.Random(2), title.initial_state(title.ruleset(2, {}))
    for seq in range(1, MOST):
        awaited = title.awaiting(state)
        if not awaited:
            return
        actor = awaited[0]
        is_chance = actor == CHANCE
        action = dice.choice(
            title.chance(state) if is_chance else title.legal_actions(state, cast("Seat", actor))
        )
        yield state, Event(seq, actor, action)
        state = title.apply(state, actor, action)


def jobs(title: AnyTitle) -> Iterator[ChoiceJob]:
    """Yield the choices of that game."""
    for step, (state, event) in enumerate(played(title)):
        if isinstance(event.actor, int):
            seat = Seat(event.actor)
            view = title.view_for(state, frozenset({seat}))
            job_id = JobId(JobKind.TURN, 1, f"{step}.{seat}")
            legal = title.legal_actions(state, seat)
            yield ChoiceJob(title.id, view, legal, "easy", b"seed", 1.0, job_id=job_id)


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.id)
def test_a_turn_arrives_as_it_was(title: AnyTitle) -> None:
    for job in jobs(title):
        assert loads(dumps(job), ChoiceJob) == job


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.id)
def test_what_was_decided_arrives_as_it_was(title: AnyTitle) -> None:
    found = choose_action(next(jobs(title)))

    assert loads(dumps(found), ChosenAction) == found


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.id)
def test_a_review_arrives_as_it_was(title: AnyTitle) -> None:
    events = tuple(event for _, event in played(title))
    job = ReviewJob(title.id, title.ruleset(2, {}), events, b"seed", 1.0)

    assert loads(dumps(job), ReviewJob) == job


def test_no_function_can_be_named_but_such_as_draw() -> None:
    """Otherwise anybody who can write into the database could make a worker do anything."""
    for value in (os.getcwd, pickling.dumps, partial(os.getcwd), print, packing):
        with pytest.raises(UnreadableError):
            loads(dumps(value), object)
    release, _, _ = dumps(0).partition(b"\n")
    with pytest.raises(UnreadableError):
        loads(release + b"\ncrender.film\ngetdata\n.", object)  # what it has imported
    assert loads(dumps(partial(drawn_png)), object).func is drawn_png


def test_no_class_can_be_named_but_such_as_are_values() -> None:
    for value in (type(next(iter(TITLES.values()))), GifWriter, RuleError):
        with pytest.raises(UnreadableError):
            loads(dumps(value), object)


def test_no_class_can_be_named_by_way_of_what_a_module_has_imported(tmp_path: Path) -> None:
    """A dotted name would lead from our modules to all others, and so to files and code."""
    release, _, _ = dumps(0).partition(b"\n")
    kept = tmp_path / "kept"
    kept.write_bytes(b"kept")
    names = b"".join(pickle.SHORT_BINUNICODE + bytes([len(n)]) + n for n in (MODULE, b"io.FileIO"))
    given = pickle.dumps((str(kept), "w"), 4)[2:-1]
    opens = pickle.PROTO + b"\x04" + names + pickle.STACK_GLOBAL + given + pickle.REDUCE

    with pytest.raises(UnreadableError):
        loads(release + b"\n" + opens + pickle.STOP, object)
    assert kept.read_bytes() == b"kept"


def test_another_release_is_not_understood() -> None:
    """A field may mean something else there."""
    job = next(jobs(next(iter(TITLES.values()))))
    _, _, body = dumps(job).partition(b"\n")

    with pytest.raises(UnreadableError):
        loads(b"9.9.9\n" + body, ChoiceJob)
    with pytest.raises(UnreadableError):
        loads(dumps(job)[:-9], ChoiceJob)
    with pytest.raises(UnreadableError):
        loads(dumps("a review"), ChoiceJob)
