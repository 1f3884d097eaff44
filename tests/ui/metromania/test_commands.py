"""/dig on a simulated Discord: a whole turn, typed by what is suggested."""

from pathlib import Path

from metrobot.ui.app.fronts import FRONTS
from tests.ui.stage import labels, on_discord, texts
from tests.ui.typed_stage import suggested, typed


async def test_a_whole_turn_can_be_typed(tmp_path: Path) -> None:
    fronts, line = {"metromania": FRONTS["metromania"]}, "/dig line:solid to:N2-K5"
    async with on_discord(tmp_path / "games.db", fronts=fronts) as stage:
        await stage.start(1)
        for option in ("to2", "beside2", "place2", "to3", "beside3", "place3"):
            for value in list(await suggested(stage, 0, f"{line} {option}:"))[:1]:
                line += f" {option}:{value}"
        planner = await typed(stage, 0, line)
        table = await stage.table()

    assert "3 tunnels on the solid line N2–K5" in texts(planner)
    assert "Confirm" in labels(planner)
    assert not any(line.points for c in table.view_for(None).companies for line in c.lines)
