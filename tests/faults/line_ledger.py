"""What was played of lines, what is stored, what papers were posted: nothing lost or doubled."""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from metrobot.engine import log
from metrobot.engine.draft import read_draft
from metrobot.service.daily.chain import Chain, chain_for, load_chains
from metrobot.service.daily.line_keys import CHAINS
from metrobot.service.daily.replayed import ALONE, TITLE, replayed
from metrobot.service.model.chance import BY_DRAW, Dealing
from metrobot.service.model.history import History
from metrobot.ui.turn.planner_page import INSTEAD
from tests.faults.lines import CardPlayed, LinePlayer
from tests.faults.loopback import Loopback

Row = dict[str, Any]
Deed = list[dict[str, Any]]
T = TypeVar("T")
_THEN = datetime(2026, 1, 1, tzinfo=UTC)
WEEK = 7


@dataclass
class LineLedger:
    """Checks of stored lines and runs against what people were shown, possible at any moment.

    Attributes:
        database: the file.
        salts: of each line, once it has one.
        commitments: of each line.
        chains: the secrets, once there are any.
        wanted: the nonces of the papers that were to be posted, however long ago.
    """

    database: Path
    salts: dict[int, str] = field(default_factory=dict)
    commitments: dict[int, str] = field(default_factory=dict)
    chains: str = ""
    wanted: set[str] = field(default_factory=set)

    def rows(self, query: str, *values: Any) -> list[Row]:
        """Return the rows of a query; the bot may write at the same time."""
        file = f"file:{self.database}?mode=ro"
        with closing(sqlite3.connect(file, uri=True, timeout=10)) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(each) for each in connection.execute(query, values)]

    def check(self, players: Sequence[LinePlayer]) -> None:
        """Check lines and runs against their earlier state and against people's presses."""
        for memo in self.rows("SELECT value FROM memos WHERE name = ?", CHAINS):
            self.chains = self.chains or memo["value"]
            assert memo["value"] == self.chains, "another secret than before"
        lines = {each["number"]: each for each in self.rows("SELECT * FROM lines")}
        for number, line in lines.items():
            known = self.commitments.setdefault(number, line["commitment"])
            assert line["commitment"] == known, f"another key than before: {number}"
            if line["salt"] is not None:
                assert self.salts.setdefault(number, line["salt"]) == line["salt"], number
            else:
                assert number not in self.salts, f"a lost salt: {number}"
        attempts = [attempt for each in players for attempt in each.attempts]
        runs = self.rows("SELECT * FROM runs")
        counted = Counter((run["of"], run["player"]) for run in runs if run["kind"] == "line")
        assert max(counted.values(), default=0) < 2, f"a run twice: {counted}"
        for run in runs:
            dealing = dealing_of(lines[run["of"]], load_chains(self.chains))
            own = [each for each in attempts if each.run == run["id"]]
            assert {each.person for each in own} <= {run["player"]}
            check_run(run, lines[run["of"]]["map"], dealing, own)
        known_runs = {run["id"] for run in runs}
        shown = {number for each in players for number, _ in each.seen}
        assert shown <= known_runs, f"lost runs: {shown - known_runs}"

    def check_papers(self, discord: Loopback, places: Mapping[int, int], number: int) -> int:
        """Check a line's papers against the people who played it; return the number of papers.

        Args:
            discord: on which they were posted.
            places: the channel of each server that has one.
            number: of the line.
        """
        told = 0
        for guild, channel in places.items():
            rows = self.rows(
                "SELECT * FROM deliveries WHERE kind = 'paper' AND guild = ? AND turn = ?",
                guild,
                number,
            )
            played = self.rows(
                'SELECT r.id FROM runs r JOIN line_places p ON p.line = r."of"'
                " AND p.player = r.player WHERE r.kind = 'line' AND r.status = 'over'"
                " AND p.guild = ? AND p.line BETWEEN ? AND ?",
                guild,
                number - WEEK + 1,
                number,
            )
            assert len(rows) == bool(played), f"{len(rows)} papers of {number} on {guild}"
            for row in rows:
                assert row["status"] == "done", row
                nonce = f"{channel:x}.{row['id']:x}"
                said = [each for each in discord.rest.said if each.nonce == nonce]
                assert len(said) == 1, f"{len(said)} posts of the paper {row}"
                self.wanted.add(nonce)
                told += 1
        return told

    def check_all_said(self, discord: Loopback) -> None:
        """Check that every post was wanted."""
        for said in discord.rest.said:
            assert said.nonce in self.wanted, f"nobody wanted this to be said: {said}"


def dealing_of(line: Row, chains: Sequence[Chain]) -> Dealing:
    """Return the dealing that a stored line's cards follow from."""
    assert line["salt"] is not None, f"begun without a salt: {line}"
    number = line["number"]
    return Dealing(chain_for(chains, number).key(number), (str(number), line["salt"]), BY_DRAW)


def check_run(run: Row, map_: str, dealing: Dealing, attempts: Sequence[CardPlayed]) -> None:
    """Check that each card played is stored, and each stored card was played once."""
    deeds: list[Deed] = json.loads(run["deeds"])
    assert len(deeds) == run["turns"]
    turns = zip(_before_each(map_, deeds, dealing), deeds, strict=True)
    check_turns(turns, attempts, lambda attempt, history, deed: _deed_of(attempt, history) == deed)


def check_turns(
    turns: Iterable[tuple[History, T]],
    attempts: Sequence[CardPlayed],
    is_for: Callable[[CardPlayed, History, T], bool],
) -> list[CardPlayed]:
    """Check that each turn played is stored, and each stored one was played once.

    Args:
        turns: what is stored, each turn with the game before it.
        attempts: presses that were to play a turn.
        is_for: returns whether a press is for a turn.

    Returns:
        A press for each turn.
    """
    presses = dict[int, CardPlayed]()
    for history, deed in turns:
        own = [each for each in attempts if each.revision == history.revision]
        matching = [each for each in own if is_for(each, history, deed)]
        assert matching, f"nobody meant: {history.revision} {deed} {own}"
        for each in own:
            if each.is_confirmed:
                assert each in matching, f"another turn than was answered: {each} {deed}"
        presses[history.revision] = matching[0]
    lost = [each for each in attempts if each.is_confirmed and each.revision not in presses]
    assert not lost, f"lost: {lost}"
    return list(presses.values())


def _before_each(map_: str, deeds: Sequence[Deed], dealing: Dealing) -> Iterator[History]:
    """Yield a game before each of its turns."""
    for count in range(len(deeds)):
        yield replayed(map_, deeds[:count], dealing, _THEN)


def _deed_of(attempt: CardPlayed, history: History) -> Deed | None:
    """Return the deed that a press was for, as stored; None if the choice was incomplete."""
    draft = read_draft(TITLE, history.state, ALONE, attempt.code)
    if attempt.chosen.startswith(INSTEAD):
        draft = draft.undo()
    for step in filter(None, attempt.chosen.removeprefix(INSTEAD).split(".")):
        draft = draft.then(int(step))
    if not draft.is_turn_over:
        return None
    actions = [
        {"kind": each.kind, **log.encode_event(TITLE, ALONE, each)} for each in draft.actions
    ]
    found: Deed = json.loads(json.dumps(actions))
    return found
