"""A line for whoever does not see its pictures: alt texts, the sheet in words, the strip."""

import re

import pytest

from metrobot.engine.draft import new_draft
from metrobot.games.metrolijn.board import CardKind, map_named
from metrobot.ui.daily import line_words
from metrobot.ui.metrolijn.names import Names
from metrobot.ui.turn.planner_page import menus_of, planner_look, planner_page
from metrobot.ui.words.catalogue import COMPLETE, words_for
from tests.ui.daily.line_stage import (
    LINES,
    begun,
    begun_run,
    choices,
    done,
    home,
    leap,
    pressed,
    said,
    used,
)
from tests.ui.daily.test_presses import turns_of_line
from tests.ui.limits import LONGEST_ALT, length, walk
from tests.ui.stage import Stage, alts, labels, raw, texts

FRONT = LINES["metrolijn"]
NETWORKS, WHOLE = (1, 2, 3, 5), (4, 11)
"""Numbers of lines of workdays, and of Sundays."""


@pytest.mark.few
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("number", [*NETWORKS, *WHOLE])
def test_each_planner_names_the_card_the_lines_and_what_each_choice_marks(
    number: int, language: str
) -> None:
    """The card and the lines in its alt text, the choices in the menu or on the button, once."""
    words = words_for(language)
    for turn in turns_of_line(number):
        play, map_ = turn.table, map_named(str(turn.table.options["map"]))
        draft = new_draft(play.title, play.state, turn.seat)
        look = planner_look(FRONT, play, draft, words, None)
        (picture,) = planner_page(FRONT, play, draft, words).pictures
        in_menus = {each.label for menu in menus_of(look, words) for each in menu.choices}
        assert length(picture.alt) <= LONGEST_ALT
        assert Names(words, (), map_).card(play.state.card) in picture.alt
        for line in map_.lines:
            assert re.search(rf"\b{line.letter}\b", picture.alt), (line.letter, picture.alt)
        offered = [each.label for each in look.buttons]
        assert offered
        assert set(offered) <= in_menus
        assert not any(label in picture.alt for label in offered)


async def test_a_choice_says_what_it_would_mark(stage: Stage) -> None:
    """The alt text of the planner with something chosen: on which line, from where."""
    planner = await begun(stage)
    run = await begun_run(stage)
    while run.play.state.card.kind is not CardKind.NUMBER:
        await leap(stage)
        run = await begun_run(stage)
        planner = await begun(stage)
    menu = next(each for each in walk(raw(planner)) if each["type"] == 3)
    label = menu["options"][1]["label"]
    planner = await pressed(stage, 0, planner, choices(planner)[1])
    (alt,) = alts(planner)

    assert label[0] in alt
    assert re.search(r"station", alt)
    assert label.partition("from ")[2].partition(" ·")[0] in alt


async def test_in_words_gives_the_sheet(stage: Stage) -> None:
    """Each line with all its stations, the card, and what is left: in private."""
    planner = await used(stage, 0, await begun(stage), 3)
    page = await home(stage)
    answer = await stage.person(0).click(page, label="In words")
    text = "\n".join(map(texts, answer.followups))
    run = await begun_run(stage)
    map_ = map_named(run.line.map)

    assert "Round 4" in said(planner)
    assert all(each.ephemeral for each in answer.followups)
    for line in map_.lines:
        assert re.search(rf"\*\*{line.letter}\b", text)
    for station in map_.stations:
        assert station.name in text
    assert "×" in text or "(" in text


async def test_a_finished_sheet_has_a_text_too(stage: Stage) -> None:
    """The alt text tells the count, In words each line with its stations."""
    run = await done(stage)
    shown = await home(stage)
    (alt,) = alts(shown)
    answer = await stage.person(0).click(shown, label="In words")
    text = "\n".join(map(texts, answer.followups))

    assert str(abs(run.row.score or 0)) in alt
    for line in map_named(run.line.map).lines:
        assert re.search(rf"\*\*{line.letter}\b", text)


def test_a_square_is_yellow_from_half_the_stations_on() -> None:
    """Green once all have a mark; sorted, so that none is of a certain line."""
    halves = 0
    for turn in turns_of_line(1):
        sheet, map_ = turn.table.state.sheets[0], map_named(str(turn.table.options["map"]))
        marked = [
            (len(sheet.marked & set(line.stations)), len(line.stations)) for line in map_.lines
        ]
        full = sum(count == of for count, of in marked)
        half = sum(of <= 2 * count < 2 * of for count, of in marked)
        halves += sum(of == 2 * count for count, of in marked)
        drawn = "🟩" * full + "🟨" * half + "⬛" * (len(marked) - full - half)

        assert line_words.squares(turn.table) == drawn
    assert halves


async def test_no_button_of_a_line_is_a_sign_alone(stage: Stage) -> None:
    """Each label has a letter or a digit to be read out."""
    pages = [await home(stage), await begun(stage), await home(stage)]
    await done(stage)
    pages.append(await home(stage))
    beside = ("Standings", "My lines", "Fair dealing", "Settings")
    pages += [await stage.press(0, await home(stage), label) for label in beside]

    found = [label for page in pages for label in labels(page)]
    assert len(found) > 20
    assert all(re.search(r"\w", label) for label in found)
