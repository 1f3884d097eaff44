"""The picture of a result of a line."""

from collections.abc import Sequence
from functools import partial

from metrobot.games.metrolijn.line_state import line_states
from metrobot.service.daily.replayed import ALONE, TITLE
from metrobot.service.daily.runs import Run
from metrobot.store.statements.daily.lines import Finisher
from metrobot.ui.daily import line_words
from metrobot.ui.kit.pictures.lazy_pictures import png_picture, prepared
from metrobot.ui.metrolijn.pictures import captions
from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import ALT_LIMIT
from metrobot.ui.words.player_names import level_word, plain_name
from metrobot.ui.words.text_length import sentences
from render.metrolijn.line_result import LineResult, draw_result


@prepared
def result_picture(run: Run, finishers: Sequence[Finisher], words: Words) -> Picture:
    """Return a finished run: its points among those of others and of computers, its sheet.

    Args:
        run: the run, which is whole.
        finishers: people whose points the reader may see.
        words: of the reader.
    """
    line, view = run.line, TITLE.view_for(run.play.state, frozenset())
    (sheet,), states = view.sheets, line_states(view, ALONE)
    name, score = plain_name(run.play.people[0].name), sheet.count.score
    headline = words.count("line.picture.head", score, name=name)
    if line.par is not None:
        headline += f", {line_words.against_par(score - line.par, words)}"
    letters = [state.site.letter for state in states if state.is_finished]
    people = [(row.score, plain_name(row.name)) for row in finishers]
    levels = (
        (words.say("line.picture.par"), line.par),
        # Nobody can play the line any more.
        (words.say("line.picture.best"), line.row.best if line.is_closed else None),
        (level_word("easy", words), line.row.easy),
        (level_word("fair", words), line.row.fair),
    )
    result = LineResult(
        line=line_words.named(line, words),
        headline=headline,
        levels=tuple(line_words.levels_text(levels, words)),
        people=((score, name), *people),
        player=captions(words).player,
        done=words.count("line.picture.done", len(states), done=len(letters)),
        empty=words.count("line.picture.empty", sheet.count.empty),
    )
    scale = ", ".join(word for _, word in sorted(result.levels))
    scores = "; ".join(f"{person} {words.number(points)}" for points, person in people)
    parts = (result.line, headline, scale, scores, result.done, result.empty)
    alt = (f"{part}." for part in parts if part)
    lines = words.say("line.alt.finished", lines=", ".join(letters) or "–")
    file = f"line{line.number}-{run.row.id}"
    text = sentences((*alt, lines), ALT_LIMIT)
    return png_picture(file, text, partial(draw_result, view, result))
