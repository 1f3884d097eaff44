"""Judge comparisons of random turns again, with ten times the games: python -m tests.league.judged.

Other dice are used the second time. Each comparison is a line of a file, so one that was broken
off goes on where it was.
"""

import argparse
import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from metrobot.arena.player_figures import interval
from metrobot.arena.simulation import simulated
from metrobot.engine.record import dump
from metrobot.games.registry import TITLES
from metrobot.players.analysis.duels import Duel
from metrobot.service.finished.what_ifs import moments_of
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.ports import CompareJob
from metrobot.thinking import comparing
from metrobot.thinking.comparing import BATCH, compared, played_pairs
from tests.bench.measure import p95
from tests.league.measures import loop
from tests.thinking.here import game_of, job_of

MORE: Final = 10
"""So many times the games are played the second time."""
CERTAIN: Final = 2.2
"""Widths of half an interval from 0 at which the second time may end early."""
FIRST: Final = 1 / 3
"""Share of first turns, which take longest."""


def random_job(seed: str, number: int) -> CompareJob:
    """Return a comparison of two ways to play a turn of a random game, at each table in turn."""
    title = list(TITLES.values())[number % len(TITLES)]
    players = title.player_counts[number // len(TITLES) % len(title.player_counts)]
    record = simulated(title, title.ruleset(players, {}), seed, number + 1)
    play, dice = game_of(dump(record)), random.Random(f"{seed}:{number}")
    turns = list(finished_turns(play))
    if dice.random() >= FIRST:
        dice.shuffle(turns)
    moment = dice.choice(next(filter(None, (moments_of("i", play, turn) for turn in turns))))
    jobs = (job_of(moment, dice) for _ in iter(int, 1))
    return next(job for job in jobs if job.other != job.played)


def judged(seed: str, number: int) -> dict[str, Any]:
    """Return the verdict and the cost of a comparison, and the verdict of many more games."""
    job = random_job(seed, number)
    start = time.process_time()
    answer, same = compared(job), replace(job, other=job.played)
    row = {
        "number": number,
        "title": job.title,
        "players": job.view.rules.players,
        "turn": job.turn,
        "seconds": time.process_time() - start,
        "loop": min(loop() for _ in range(3)),
        "verdict": answer.verdict,
        "gain": [answer.gain.value, answer.gain.low, answer.gain.high],
        # The same turn twice: each pair of games ends alike.
        "differs": any(one != two for one, two in played_pairs(same, 0)),
    }
    if answer.verdict:
        second = _again(job, answer.games)
        gain = second.worth()
        row |= {"again": [gain.value, gain.low, gain.high], "games": second.gain.count}
    return row


def _again(job: CompareJob, games: int) -> Duel:
    """Return the comparison with more games and other dice, until nothing is left to doubt."""
    other = replace(job, seed=bytes(byte ^ 255 for byte in job.seed))
    player = TITLES[job.title].player_of(job.view.rules, job.seat)
    duel, table = Duel(), comparing.GAMES[job.title]
    players = job.view.rules.players
    table[players] = MORE * games
    try:
        for first in range(0, MORE * games, BATCH[job.title]):
            for other_end, played_end in played_pairs(other, first):
                duel.add(other_end, played_end, player)
            if duel.gain.count >= games and _is_certain(duel):
                break
    finally:
        table[players] = games
    return duel


def _is_certain(duel: Duel) -> bool:
    return abs(duel.gain.mean) > CERTAIN * duel.gain.estimate().margin


def told(rows: list[dict[str, Any]]) -> Iterator[str]:
    sure = [row for row in rows if row["verdict"]]
    turned = [row for row in sure if row["again"][0] * row["verdict"] <= 0]
    share, at_least, at_most = 0.0, 0.0, 1.0
    if sure:
        share = len(turned) / len(sure)
        at_least, at_most = interval(share, len(sure))
    yield (
        f"{len(rows)} pairs, {len(sure)} surely, {len(turned)} turned with up to {MORE} times"
        f" the games: {share:.1%} ({at_least:.1%} to {at_most:.1%})"
    )
    yield f"{sum(row['differs'] for row in rows)} of {len(rows)} turns differ from themselves"
    for title in TITLES:
        own = [row for row in rows if row["title"] == title]
        seconds = [row["seconds"] for row in own]
        loops = [row["seconds"] / row["loop"] for row in own]
        if own:
            yield (
                f"{title}: p95 {p95(seconds):.1f} s of a processor, at most {max(seconds):.1f};"
                f" p95 {p95(loops):.0f} loops of `sum(range(10**6))` (n={len(own)})"
            )
    yield from (f"turned: {row}" for row in turned)


def main() -> None:
    """Judge all that is not yet judged, and print the result."""
    parser = argparse.ArgumentParser(prog="python -m tests.league.judged", description=__doc__)
    parser.add_argument("--pairs", type=int, default=200, help="how many comparisons (200)")
    parser.add_argument("--seed", default="judged", help="any text; the same one, the same pairs")
    parser.add_argument("--jobs", type=int, default=2, help="at the same time (2)")
    parser.add_argument("--into", type=Path, default=Path("build/judged.jsonl"), help="the file")
    wishes = parser.parse_args()
    path: Path = wishes.into
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    rows = [json.loads(line) for line in lines]
    numbers = sorted(set(range(wishes.pairs)) - {row["number"] for row in rows})
    with ProcessPoolExecutor(wishes.jobs) as pool, path.open("a", encoding="utf-8") as file:
        for row in pool.map(partial(judged, wishes.seed), numbers):
            rows.append(row)
            print(json.dumps(row), file=file, flush=True)
    print(*told(rows), sep="\n")


if __name__ == "__main__":
    main()
