"""A line is played in private, card by card, put down and taken up."""

from pathlib import Path

from metrobot.ui.app.fronts import FRONTS
from tests.ui.daily.line_stage import begun, chosen, finished, home, is_planner, said
from tests.ui.stage import alts, labels, on_discord, texts


async def test_a_line_is_played_to_its_end(tmp_path: Path) -> None:
    """Two presses a card; then points, the table, what can be done next; nothing in public."""
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as stage:
        first = await home(stage)
        print(texts(first), labels(first))
        planner = await begun(stage)
        print(texts(planner), labels(planner), alts(planner))
        shown = await finished(stage)
        print(texts(shown), labels(shown), alts(shown))
        table = await stage.press(0, shown, "Table")
        print(texts(table))
        back = await stage.press(0, table, "Back")
        past = await stage.press(0, back, "Past lines")
        print(texts(past))
        deal = await stage.press(0, await stage.press(0, past, "Back"), "Fair dealing")
        print(texts(deal))
        shown = await stage.press(0, deal, "Back")
        await stage.press(0, shown, "Share here")
        print([texts(m) for m in stage.public])

    assert 0
