"""The order of drawing: for all first, then one person after another, each picture once."""

import asyncio
from collections.abc import Callable, Hashable, Iterator
from typing import Any

import pytest

from metrobot.engine.errors import Refusal
from metrobot.ui.kit.pictures.render_queue import (
    FOR_ALL,
    MOST_WAITING,
    Ask,
    RenderQueue,
    SupersededError,
)
from metrobot.ui.words.refusals import FrameKey

ANN, BOB, CAT = 1, 2, 3


class Drawer:
    """Draws only when the test says so; writes down in which order it was asked to."""

    def __init__(self) -> None:
        self.drawn = list[str]()
        self.queue = RenderQueue(self._do, room=100)
        self._under_way: tuple[Callable[[], Any], asyncio.Future[Any]] | None = None
        self._tasks = list[asyncio.Task[Any]]()

    async def _do(self, job: Callable[[], Any]) -> Any:
        """Take a job; only one at a time ever comes."""
        assert self._under_way is None
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._under_way = job, answer
        return await answer

    def picture(self, name: str, asked: Ask, same: Hashable | None = None) -> asyncio.Task[bytes]:
        """Ask for a picture."""

        def draw() -> bytes:
            self.drawn.append(name)
            return name.encode()

        task = asyncio.create_task(self.queue.picture(same, draw, asked))
        self._tasks.append(task)
        return task

    async def let_draw(self, most: int = 1000) -> list[str]:
        """Draw a number of pictures; return the names of all drawn so far."""
        for _ in range(most):
            await settled()
            if self._under_way is None:
                break
            (job, answer), self._under_way = self._under_way, None
            try:
                answer.set_result(job())
            except ValueError as error:
                answer.set_exception(error)
        await settled()
        return self.drawn

    def end(self) -> None:
        """Leave nothing waiting."""
        self.queue.close()
        for task in self._tasks:
            task.cancel()


async def settled() -> None:
    """Run everything that is due."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
async def drawer() -> Any:
    """Return a drawer, a queue in front of it."""
    made = Drawer()
    yield made
    made.end()
    await settled()


def of(person: int) -> Ask:
    """Return an asking that is never refused."""
    return Ask(person)


def names(prefix: str, count: int) -> Iterator[str]:
    """Yield names of pictures."""
    return (f"{prefix}{number}" for number in range(count))


async def test_what_all_see_is_drawn_before_what_one_person_has_asked_for(drawer: Drawer) -> None:
    """Boards for the channel, however late they come; only what is begun is before them."""
    for name in names("ann", 3):
        drawer.picture(name, of(ANN))
    await settled()
    drawer.picture("board1", FOR_ALL)
    drawer.picture("board2", FOR_ALL)

    assert await drawer.let_draw() == ["ann0", "board1", "board2", "ann1", "ann2"]


async def test_people_take_turns(drawer: Drawer) -> None:
    drawer.picture("busy", FOR_ALL)
    await settled()
    for person, name in ((ANN, "ann"), (BOB, "bob"), (CAT, "cat")):
        for each in names(name, 3 if person == ANN else 2):
            drawer.picture(each, of(person))

    expected = ["busy", "ann0", "bob0", "cat0", "ann1", "bob1", "cat1", "ann2"]
    assert await drawer.let_draw() == expected


async def test_sixty_boards_of_one_person_delay_anothers_by_two_pictures_at_most(
    drawer: Drawer,
) -> None:
    """By the one that is being drawn, and by one that was waiting when it came."""
    sixty = [drawer.picture(each, drawer.queue.ask(ANN)) for each in names("ann", 60)]
    await settled()
    drawer.picture("bob", drawer.queue.ask(BOB))
    drawn = await drawer.let_draw()
    refused = [each for each in sixty if each.exception() is not None]

    assert drawn.index("bob") <= 2
    assert len(drawn) == 1 + MOST_WAITING + 1
    assert len(refused) == 60 - 1 - MOST_WAITING


async def test_sixty_boards_without_refusals_delay_anothers_just_as_little(drawer: Drawer) -> None:
    """A game's own posts for one person are never refused, yet others come between."""
    for each in names("ann", 60):
        drawer.picture(each, of(ANN))
    await settled()
    drawer.picture("bob", of(BOB))

    assert (await drawer.let_draw()).index("bob") <= 2


async def test_a_third_waiting_picture_is_refused(drawer: Drawer) -> None:
    """With a sentence; once one of them is drawn there is room again."""
    for each in names("ann", 1 + MOST_WAITING):
        drawer.picture(each, drawer.queue.ask(ANN))
    await settled()
    with pytest.raises(Refusal) as refusal:
        await drawer.queue.picture(None, bytes, drawer.queue.ask(ANN))
    await drawer.let_draw(1)
    again = drawer.picture("again", drawer.queue.ask(ANN))
    await drawer.let_draw()

    assert refusal.value.key == FrameKey.PICTURES_WAIT
    assert again.result() == b"again"


async def test_what_is_due_is_never_refused(drawer: Drawer) -> None:
    """A turn that was played shows what came of it."""
    for each in names("ann", 1 + MOST_WAITING):
        drawer.picture(each, drawer.queue.ask(ANN))
    due = drawer.picture("due", drawer.queue.ask(ANN, is_limited=False))
    await drawer.let_draw()

    assert due.result() == b"due"


async def test_the_same_picture_is_drawn_once_for_all_who_ask(drawer: Drawer) -> None:
    """While it waits, while it is drawn, and afterwards; then nobody waits at all."""
    waiting = [drawer.picture("board", of(person), same="x") for person in (ANN, BOB, ANN)]
    await settled()
    waiting.append(drawer.picture("board", of(CAT), same="x"))
    other = drawer.picture("other", of(CAT), same="y")
    drawn = list(await drawer.let_draw())
    late = drawer.picture("board", drawer.queue.ask(BOB), same="x")
    await settled()

    assert drawn == ["board", "other"] == drawer.drawn
    assert [each.result() for each in (*waiting, late)] == [b"board"] * 5
    assert other.result() == b"other"


async def test_a_picture_comes_as_early_as_the_first_of_those_who_ask_allows(
    drawer: Drawer,
) -> None:
    """The board that somebody waits for last is drawn first once all are to see it."""
    for name in ("ann0", "ann1", "ann2"):
        drawer.picture(name, of(ANN), same=name)
    await settled()
    drawer.picture("ann2", FOR_ALL, same="ann2")

    assert await drawer.let_draw() == ["ann0", "ann2", "ann1"]


async def test_pictures_of_which_nothing_is_known_are_never_taken_for_each_other(
    drawer: Drawer,
) -> None:
    tasks = [drawer.picture(each, of(ANN)) for each in names("ann", 2)]
    await drawer.let_draw()

    assert [each.result() for each in tasks] == [b"ann0", b"ann1"]


async def test_finished_pictures_are_kept_up_to_a_size(drawer: Drawer) -> None:
    for name in ("a" * 60, "b" * 60, "c" * 101):
        drawer.picture(name, of(ANN), same=name)
    await drawer.let_draw()
    for name in ("b" * 60, "a" * 60, "c" * 101):
        drawer.picture(name, of(ANN), same=name)

    assert [each[0] for each in await drawer.let_draw()] == ["a", "b", "c", "a", "c"]


async def test_whoever_presses_again_waits_for_what_they_want_last_alone(drawer: Drawer) -> None:
    """Earlier pictures for the same message are not drawn, and take no place."""
    drawer.picture("busy", of(BOB))
    await settled()
    asks = [(name, drawer.queue.ask(ANN, place=7)) for name in names("ann", 9)]
    tasks = [drawer.picture(name, asked) for name, asked in asks]
    await drawer.let_draw()

    assert drawer.drawn == ["busy", "ann8"]
    assert [type(each.exception()) for each in tasks[:-1]] == [SupersededError] * 8
    assert tasks[-1].result() == b"ann8"


async def test_a_press_supersedes_a_picture_that_waits_or_is_drawn(drawer: Drawer) -> None:
    """The older one would come after the newer one otherwise, and stay."""
    begun, waiting = drawer.queue.ask(ANN, place=7), drawer.queue.ask(ANN, place=8)
    tasks = [drawer.picture("begun", begun), drawer.picture("waiting", waiting, same="w")]
    await settled()
    newer = drawer.queue.ask(ANN, place=7), drawer.queue.ask(ANN, place=8)
    await settled()

    assert [type(each.exception()) for each in tasks] == [SupersededError] * 2
    assert await drawer.let_draw() == ["begun"]
    for asked in newer:
        drawer.queue.done(asked)
    assert not drawer.queue._newest


async def test_what_others_wait_for_is_drawn_all_the_same(drawer: Drawer) -> None:
    drawer.picture("busy", of(CAT))
    await settled()
    mine = drawer.picture("board", drawer.queue.ask(ANN, place=7), same="x")
    yours = drawer.picture("board", of(BOB), same="x")
    await settled()
    drawer.queue.ask(ANN, place=7)
    await drawer.let_draw()

    assert isinstance(mine.exception(), SupersededError)
    assert yours.result() == b"board"


async def test_who_waits_no_more_keeps_nobody_waiting(drawer: Drawer) -> None:
    """Such as a reminder that took too long; the place is free for another picture."""
    drawer.picture("busy", of(BOB))
    tasks = [drawer.picture(each, drawer.queue.ask(ANN)) for each in names("ann", MOST_WAITING)]
    await settled()
    for each in tasks:
        each.cancel()
    await settled()
    drawer.picture("later", drawer.queue.ask(ANN))

    assert await drawer.let_draw() == ["busy", "later"]


async def test_a_picture_that_cannot_be_drawn_stops_no_other(drawer: Drawer) -> None:
    def fail() -> bytes:
        raise ValueError("no paint")

    failing = [
        asyncio.create_task(drawer.queue.picture("x", fail, of(person))) for person in (ANN, BOB)
    ]
    other = drawer.picture("other", of(CAT))
    await drawer.let_draw()
    again = drawer.picture("board", of(ANN), same="x")
    await drawer.let_draw()

    assert [str(each.exception()) for each in failing] == ["no paint"] * 2
    assert (other.result(), again.result()) == (b"other", b"board")


async def test_other_work_waits_for_no_picture() -> None:
    """Looking ahead, or a frame of an animation; it is never refused, and one is done at a time."""
    order, free = list[str](), asyncio.Event()

    def board() -> bytes:
        return b"board"

    async def do(job: Callable[[], Any]) -> Any:
        if job is board:
            await free.wait()
        else:
            order.append("begun")
            await asyncio.sleep(0)
        return job()

    queue = RenderQueue(do)
    pictures = [asyncio.create_task(queue.picture(None, board, of(each))) for each in (ANN, BOB)]
    await settled()
    works = [queue.work(lambda: order.append("done"), person) for person in (ANN, ANN, ANN, BOB)]
    await asyncio.gather(*works)

    assert order == ["begun", "done"] * 4
    assert not any(picture.done() for picture in pictures)
    free.set()
    assert await asyncio.gather(*pictures) == [b"board"] * 2


async def test_nobody_waits_for_an_easel_that_is_put_away(drawer: Drawer) -> None:
    tasks = [drawer.picture(each, of(ANN)) for each in names("ann", 3)]
    await settled()
    drawer.queue.close()
    await settled()

    assert [each.cancelled() for each in tasks] == [False, True, True]


async def test_two_hands_draw_two_at_a_time_and_never_more() -> None:
    begun = list[asyncio.Future[bytes]]()

    async def do(_: Callable[[], Any]) -> bytes:
        begun.append(asyncio.get_running_loop().create_future())
        return await begun[-1]

    queue = RenderQueue(do, hands=2)
    asked = [asyncio.create_task(queue.picture(None, bytes, FOR_ALL)) for _ in range(3)]
    await settled()
    assert len(begun) == 2

    begun[1].set_result(b"second")
    await settled()
    assert len(begun) == 3
    assert [task.done() for task in asked] == [False, True, False]

    for each in (begun[0], begun[2]):
        each.set_result(b"")
    await asyncio.gather(*asked)
