"""Who draws: threads, and processes once pictures queue up; nothing stays undrawn."""

import asyncio
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, wait
from functools import partial

import pytest

from metrobot.ui.kit import render_pool
from metrobot.ui.kit.render_pool import LONG, MOST, RenderPool, fitting

PICTURE = partial(str.encode, "a picture")
Made = Callable[[int], RenderPool]


class Queue:
    """Says how many pictures wait."""

    waiting = 0


@pytest.fixture
def queue() -> Queue:
    """Return a queue that is as long as the test says."""
    return Queue()


@pytest.fixture
def made(queue: Queue) -> Iterator[Made]:
    """Return what makes artists, so many of them processes."""
    found = list[RenderPool]()

    def make(processes: int) -> RenderPool:
        found.append(RenderPool(processes, lambda: queue.waiting))
        return found[-1]

    yield make
    for each in found:
        each.close()
    for child in multiprocessing.active_children():
        child.terminate()
        child.join()


async def at_work(drawing: RenderPool, queue: Queue) -> None:
    """Let pictures queue up, and wait until the processes are ready."""
    queue.waiting = LONG
    assert await drawing.draw(PICTURE) == b"a picture"
    queue.waiting = 0
    await asyncio.to_thread(wait, drawing._first)


async def never(job: object) -> bytes:
    """Draw in no thread."""
    raise AssertionError("a thread draws")


def test_processes_fit_the_processors() -> None:
    """None where threads can use them all, else one for each but one, and not too many."""
    assert [fitting(count) for count in (None, 1, 2, 3, 64)] == [0, 0, 0, 2, MOST]


async def test_threads_draw_until_pictures_queue_up(made: Made, queue: Queue) -> None:
    """A bot with a few games starts no process."""
    drawing = made(1)
    queue.waiting = LONG - 1

    assert await drawing.draw(PICTURE) == b"a picture"
    assert multiprocessing.active_children() == []


async def test_processes_draw_once_pictures_have_queued_up(
    made: Made, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when fewer wait by then; threads are free for other things."""
    drawing = made(1)
    await at_work(drawing, queue)
    monkeypatch.setattr(drawing, "work", never)

    assert await drawing.draw(PICTURE) == b"a picture"
    assert len(multiprocessing.active_children()) == 1


async def test_a_picture_that_cannot_be_sent_is_drawn_in_a_thread(made: Made, queue: Queue) -> None:
    """Such as one made by a function within another."""
    drawing = made(1)
    await at_work(drawing, queue)

    assert await drawing.draw(lambda: b"made here") == b"made here"


async def test_a_picture_whose_process_dies_is_drawn(
    made: Made, queue: Queue, caplog: pytest.LogCaptureFixture
) -> None:
    """In a thread; other processes come when they are needed."""
    drawing = made(1)
    await at_work(drawing, queue)
    for child in multiprocessing.active_children():
        child.kill()

    assert await drawing.draw(PICTURE) == b"a picture"
    assert "others come when they are needed" in caplog.text
    await at_work(drawing, queue)
    assert len(multiprocessing.active_children()) == 1


async def test_processes_that_die_too_often_are_done_without(
    made: Made, queue: Queue, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There may be no memory for them."""
    monkeypatch.setattr(render_pool, "MOST_DEATHS", 1)
    drawing = made(1)
    await at_work(drawing, queue)
    for child in multiprocessing.active_children():
        child.kill()
        child.join()

    assert await drawing.draw(PICTURE) == b"a picture"
    queue.waiting = LONG
    assert await drawing.draw(PICTURE) == b"a picture"
    assert "from now on threads draw" in caplog.text
    assert multiprocessing.active_children() == []


async def test_deaths_that_are_long_past_do_not_count(
    made: Made, queue: Queue, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that runs for months would else end up with threads alone."""
    monkeypatch.setattr(render_pool, "MOST_DEATHS", 2)
    drawing, now = made(1), [0.0]
    monkeypatch.setattr(render_pool, "monotonic", lambda: now[0])
    for _ in range(3):
        await at_work(drawing, queue)
        for child in multiprocessing.active_children():
            child.kill()
        assert await drawing.draw(PICTURE) == b"a picture"
        now[0] += render_pool.FORGOTTEN + 1

    assert "from now on threads draw" not in caplog.text


async def test_threads_draw_where_no_process_can_be_started(
    made: Made, queue: Queue, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as where the system forbids it; one line in the log says so."""

    def refused(*_: object) -> ProcessPoolExecutor:
        raise OSError("no shared memory")

    monkeypatch.setattr(render_pool, "process_pool", refused)
    drawing = made(2)
    queue.waiting = LONG

    assert [await drawing.draw(PICTURE) for _ in range(2)] == [b"a picture"] * 2
    assert caplog.text.count("no shared memory") == 1


async def test_an_error_while_drawing_is_told(made: Made, queue: Queue) -> None:
    """It comes back from the process as it is."""
    drawing = made(1)
    await at_work(drawing, queue)

    with pytest.raises(UnicodeEncodeError):
        await drawing.draw(partial(str.encode, "ö", "ascii"))


async def test_what_pictures_leave_is_given_back_now_and_then(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not after each of them, since it is looked for."""
    given = list[int]()
    monkeypatch.setattr(render_pool, "give_back_holes", lambda: given.append(1))
    drawing = made(0)

    for _ in range(3 * render_pool.GIVE_BACK):
        await drawing.draw(PICTURE)

    assert len(given) == 3
