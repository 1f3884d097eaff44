"""A line is played in private, card by card, put down and taken up."""

from pathlib import Path

from metrobot.ui.app.fronts import FRONTS
from tests.ui.daily.line_stage import begun, finished, home
from tests.ui.stage import alts, labels, on_discord, texts


async def test_a_line_is_played_to_its_end(tmp_path: Path) -> None:
    """The planner of games alone; then points, and what can be done next; nothing in public."""
    async with on_discord(tmp_path / "games.db", fronts=FRONTS) as stage:
        first = await home(stage)
        planner = await begun(stage)
        shown = await finished(stage)
        public = stage.public

    assert "You haven’t started it" in texts(first)
    assert {"Play", "Table", "Past lines", "Fair dealing"} <= set(labels(first))
    assert "card 1" in texts(planner)
    assert "Nothing is chosen" in alts(planner)[0]
    assert "points:**" in texts(shown)
    assert "Share here" in labels(shown)
    assert public == []
