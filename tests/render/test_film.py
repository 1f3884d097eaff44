"""Moving pictures: frames, their times and their size."""

import io

import pytest
from PIL import Image, ImageChops

from metrobot.service.model.snapshots import finished_turns
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.replays.animations import stills
from metrobot.ui.words.catalogue import ENGLISH
from render.film import gif
from render.film.gif import BAR, GifWriter, SizedFilm
from render.palette import COMMON
from render.png import png_of
from render.theme import COMPANIES, INK, PAGE
from tests.titles import GAMES

SIZE = (300, 200)
Frames = list[tuple[Image.Image, int]]


def board(*boxes: tuple[int, int, int, int]) -> bytes:
    """Return a picture with some rectangles on it."""
    image = Image.new("RGB", SIZE, PAGE)
    for number, box in enumerate(boxes):
        image.paste(COMPANIES[number], box)
    return png_of(COMMON.reduced(image))


ONE, TWO = (20, 20, 90, 90), (150, 50, 250, 150)


def frames_of(data: bytes) -> Frames:
    """Return each frame as it is seen, with its milliseconds."""
    with Image.open(io.BytesIO(data)) as film:
        found = []
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            found.append((film.convert("RGB"), int(film.info["duration"])))
    return found


def test_every_picture_is_a_frame_with_its_time() -> None:
    film = GifWriter(SIZE[0])
    for number, boxes in enumerate(((), (ONE,), (ONE, TWO)), start=1):
        film.add(board(*boxes), 500 * number, number / 3)
    frames = frames_of(film.finish())

    assert [milliseconds for _, milliseconds in frames] == [500, 1000, 1500]
    for (seen, _), boxes in zip(frames, ((), (ONE,), (ONE, TWO)), strict=True):
        with Image.open(io.BytesIO(board(*boxes))) as drawn:
            shown = seen.crop((0, BAR, SIZE[0], SIZE[1] + BAR))
            assert (
                ImageChops.difference(shown, drawn.convert("RGBA").convert("RGB")).getbbox() is None
            )


def test_the_bar_at_the_head_grows() -> None:
    film = GifWriter(SIZE[0])
    for done in (0.0, 0.5, 1.0):
        film.add(board(), 100, done)
    head = BAR // 2

    bars = [
        [seen.getpixel((x, head)) == INK for x in (10, 140, 160, 290)]
        for seen, _ in frames_of(film.finish())
    ]
    assert bars == [[False] * 4, [True, True, False, False], [True] * 4]


def test_a_frame_like_the_one_before_costs_next_to_nothing() -> None:
    film = GifWriter(SIZE[0])
    film.add(board(ONE), 100, 0.0)
    first = film.size
    film.add(board(ONE), 100, 0.0)

    assert film.size - first < 40
    assert len(frames_of(film.finish())) == 2


def test_it_is_known_at_any_time_how_large_it_is() -> None:
    """So that whoever makes it can stop in time."""
    film = GifWriter(SIZE[0])
    film.add(board(ONE, TWO), 100, 1.0)

    assert len(film.finish()) == film.size + 1


@pytest.mark.parametrize(("width", "seen"), [(150, 150), (900, 300)])
def test_frames_are_made_narrower_never_wider(width: int, seen: int) -> None:
    film = GifWriter(width)
    film.add(board(ONE), 100, 1.0)
    film.add(png_of(Image.new("P", (400, 100))), 100, 1.0)

    assert {frame.size for frame, _ in frames_of(film.finish())} == {
        (seen, seen * SIZE[1] // SIZE[0] + BAR)
    }


def test_a_taller_picture_keeps_its_scale_and_makes_the_film_taller() -> None:
    """A square on it is as large as on the first one; before it there is page below."""
    film = GifWriter(SIZE[0] // 2)
    tall = Image.new("RGB", (SIZE[0], SIZE[1] + 100), PAGE)
    tall.paste(COMPANIES[0], ONE)
    film.add(board(ONE), 100, 0.5)
    film.add(png_of(COMMON.reduced(tall)), 100, 1.0)
    (first, _), (last, _) = frames_of(film.finish())

    assert first.size == last.size == (SIZE[0] // 2, (SIZE[1] + 100) // 2 + BAR)
    assert first.getpixel((10, last.height - 10)) == PAGE
    assert ImageChops.difference(first, last).getbbox() == (SIZE[0] // 4, 0, SIZE[0] // 2, BAR)


@pytest.mark.long
@pytest.mark.parametrize("title", ["metromania", "underground"])
def test_the_size_of_a_film_is_known_before_it_is_filmed(
    monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    """It is made once, nearly as large as it may be; one that cannot be small enough is not."""
    made = list[GifWriter]()

    class Counted(GifWriter):
        def __init__(self, width: int) -> None:
            super().__init__(width)
            made.append(self)

    monkeypatch.setattr(gif, "GifWriter", Counted)
    game = GAMES[title].play(2, 3)
    table = GAMES[title].table_at(game, game.turn_starts()[-1])
    turns, front = finished_turns(table), FRONTS[title]
    drawn = tuple(stills(front, table, ENGLISH, turns))
    end = len(front.film_end(game_view_of(table, ENGLISH), ENGLISH))
    for most in (500_000, 20_000):
        made.clear()
        film = SizedFilm(lambda: iter(drawn), len(drawn), most, end)
        assert all(step is None for step in film.steps())
        # Samples have two frames.
        assert len([each for each in made if len(each._parts) > 2]) == (most > 100_000)
        if most < 100_000:
            assert film.data is None
        else:
            assert film.data is not None
            assert most * 0.75 < len(film.data) <= most
