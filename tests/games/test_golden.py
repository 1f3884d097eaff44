"""Games that were played once must be played the same for ever."""

from pathlib import Path

import pytest

from metrobot.engine.log import Event
from metrobot.engine.record import dump, load
from metrobot.games.registry import TITLES
from tests.games.replaying import record_of, replay_log

FOLDER = Path("tests/golden/games")
GAMES = [
    pytest.param(id_, line, id=f"{id_}-{number}")
    for id_ in TITLES
    for number, line in enumerate((FOLDER / f"{id_}.jsonl").read_text("utf-8").splitlines())
]


@pytest.mark.parametrize(("id_", "line"), GAMES)
def test_a_golden_game_replays_to_the_letter(id_: str, line: str) -> None:
    record, title = load(line), TITLES[id_]
    events = [
        Event(event.seq, event.actor, title.decode(event.kind, event.fields))
        for event in record.events
    ]
    final = replay_log(title, title.ruleset(record.players, record.options), events)

    assert title.is_over(final)
    assert title.outcome(final).as_record() == record.result
    assert dump(record_of(title, events, final)) == line
