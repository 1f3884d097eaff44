"""Figures of somebody, as a picture and in words."""

from collections.abc import Iterator
from functools import partial

from discord import ui

from metrobot.service.finished.figures import LATEST, Figures
from metrobot.ui.kit.pictures.lazy_pictures import png_picture, prepared
from metrobot.ui.pages.ids import PressId, PressKind, button
from metrobot.ui.pages.page import Part
from metrobot.ui.pages.values import Picture
from metrobot.ui.turn.pace_pages import time_text
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import plain_name
from render.figures import draw_figures
from render.text.lettering import drawable_names


def figures_parts(
    name: str, figures: Figures, words: Words, *, is_public: bool, listed: bool
) -> Iterator[Part]:
    """Yield somebody's figures; their time, which tells of their nights, to themselves alone.

    Args:
        name: theirs.
        figures: the figures.
        words: of the reader.
        is_public: whether others read them.
        listed: whether they show themselves to others.
    """
    if figures.sizes:
        yield figures_picture(name, figures, words)
        if figures.streak > 1:
            yield words.count("profile.streak", figures.streak)
        yield words.count("profile.figures", LATEST)
    if figures.turns and not is_public:
        time = time_text(figures.time, words)
        yield words.count("profile.time", figures.turns, time=time)
    if figures.sizes and listed and not is_public:
        show = PressId(0, 0, PressKind.FIGURES, "")
        yield ui.ActionRow(button(show, words.say("profile.show")))


@prepared
def figures_picture(name: str, figures: Figures, words: Words) -> Picture:
    """Return the games that somebody has won and lost, by table and by person."""
    owner, *others = drawable_names(
        [plain_name(name), *(plain_name(other) for other, _ in figures.rivals)],
        words.say("profile.player"),
    )
    rivals = zip(others, (results for _, results in figures.rivals), strict=True)
    rows = [(words.say("profile.rival", name=other), results) for other, results in rivals]
    for (title, count), results in figures.sizes.items():
        rows.append((words.count("profile.size", count, title=words.title(title)), results))
    bars = tuple((label, results.wins, results.losses) for label, results in rows)
    kinds = words.say("profile.won"), words.say("profile.lost")
    draw = partial(draw_figures, owner, words.say("profile.here"), kinds, bars)
    lines = (
        words.count("profile.row", row.games, label=label, wins=row.wins, losses=row.losses)
        for label, row in rows
    )
    return png_picture("figures", "\n".join((owner, *lines)), draw)
