"""Draw every picture of many games and tell which fail: python -m tests.fuzz [--games N]."""

import argparse
import os
import resource
import sys
import zlib
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial

from metrobot.games.registry import TITLES
from render import png
from tests.fuzz.pictures import Course, Failure, Tour, courses, error_place

GAMES = 3_000
"""A night on two cores."""


def toured(course: Course, share: float) -> tuple[Course, dict[str, int], list[Failure]]:
    """Draw along one game; packing the files is left out, as it cannot fail for want of room."""
    png.PACKED = lambda data, level: zlib.compress(data, 0)  # type: ignore[misc]
    tour = Tour(course, share)
    try:
        tour.go()
    except Exception as error:
        tour.failures.append(Failure(course, 0, "the game", error_place(error)))
    return course, tour.drawn, tour.failures


def main() -> int:
    """Print each failure when it is found, then the figures; return 1 if there is any."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("titles", nargs="*", metavar="TITLE", help=f"of {', '.join(TITLES)}")
    parser.add_argument("--games", type=int, default=GAMES, help="how many (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--share", type=float, default=1.0, help="of the pictures that are drawn")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    given = parser.parse_args()
    drawn, games, failed = Counter[str](), Counter[str](), 0
    asked = courses(given.games, given.titles or tuple(TITLES), given.first)
    with ProcessPoolExecutor(given.jobs) as pool:
        tours = [pool.submit(partial(toured, share=given.share), course) for course in asked]
        for done in as_completed(tours):
            course, counts, failures = done.result()
            games[course.title] += 1
            failed += len(failures)
            for kind, count in counts.items():
                drawn[f"{course.title}, {kind}"] += count
            for failure in failures:
                print(failure, flush=True)
    for kind, count in sorted(drawn.items()):
        print(f"{kind} | {count}")
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    played = ", ".join(f"{count} of {title}" for title, count in sorted(games.items()))
    print(f"{games.total()} games ({played}), {drawn.total()} pictures, {failed} failed")
    print(f"{spent.ru_utime + spent.ru_stime:.0f} s of a processor")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
