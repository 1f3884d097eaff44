"""What somebody shares of a line in a channel: a strip, or a sheet."""

from collections.abc import Mapping

from discord import ui

from metrobot.service.daily.daily import Daily
from metrobot.service.daily.replayed import TITLE
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.ui.daily import line_words
from metrobot.ui.daily.line_ids import play_button
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.page import Letter, letter
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import shown_name


# A strip is to be copied as text, which a layout does not allow.
async def shared_letter(
    daily: Daily, fronts: Mapping[str, Front], delivery: Delivery, name: str, words: Words
) -> Letter | None:
    """Return the strip or the sheet that a delivery is about, or None where it is gone.

    Args:
        daily: the line of the day.
        fronts: how each title shows itself, by its id.
        delivery: names the line and the person.
        name: of the person.
        words: of the server.
    """
    player, shown = PlayerId(delivery.player or 0), shown_name(name)
    run = await daily.runs.of(delivery.turn or 0, Person(player, name))
    if run is None or not run.is_whole:
        return None
    if delivery.kind is DeliveryKind.STRIP:
        strip = line_words.strip(run, await daily.standings.streak(player), words)
        play = play_button((await daily.lines.today()).number, words)
        said = words.say("line.strip.posted", name=shown, strip=strip)
        return letter(said, ui.ActionRow(play))
    # The clock may have been set back since: a sheet tells the cards, which others have to play.
    if not run.line.is_closed:
        return None
    facts = {"name": shown, "points": run.row.score or 0}
    said = words.say("line.sheet_of", **facts, line=line_words.named(run.line, words))
    return letter(said, fronts[TITLE.id].board(game_view_of(run.play, words), words))
