"""Measure every kind of picture: python -m tests.legible [TITLE ...] [--names]."""

import argparse
from collections import defaultdict
from collections.abc import Iterator

from metrobot.ui.app.fronts import FRONTS
from tests.legible.bounds import GOAL
from tests.legible.kinds import FEW, MANY, KindPicture, pages, pictures
from tests.legible.measure import Figures, Findings, measured

HEAD = (
    *("title", "kind", "pictures", "cap px at 400", "kB"),
    *("names covered", "discs on spots", "texts cut", "shortened", "leaders", "contrast", ""),
)


def main() -> int:
    """Print the table; return 1 where a figure is beyond its bound."""
    parser = argparse.ArgumentParser(prog="python -m tests.legible", description=__doc__)
    parser.add_argument("titles", nargs="*", metavar="TITLE", help=f"of {', '.join(FRONTS)}")
    parser.add_argument("--names", action="store_true", help="tell which names and texts")
    parser.add_argument("--least", action="store_true", help="one game alone, to see that it runs")
    asked = parser.parse_args()
    found = defaultdict[tuple[str, str], list[Findings]](list)
    for picture in _pictures(asked.titles or list(FRONTS), is_least=asked.least):
        found[picture.title, picture.kind].append(measured(picture.draw))
    print(" | ".join(HEAD))
    beyond = 0
    for key in sorted(found):
        figures = worst(found[key])
        is_within = figures.within(GOAL)
        beyond += not is_within
        note = "good" if is_within else f"beyond its bound, {' '.join(GOAL.row())}"
        print(" | ".join((*key, str(len(found[key])), *figures.row(), note)))
        if asked.names:
            _tell(found[key])
    print(f"{len(found) - beyond} of {len(found)} kinds within their bounds")
    return int(beyond > 0)


def _pictures(titles: list[str], *, is_least: bool) -> Iterator[KindPicture]:
    """Yield every picture of some titles; at least of one game each."""
    for course in FEW if is_least else MANY:
        if course.title in titles:
            yield from pictures(course, is_brief=is_least)
    yield from (page for page in pages() if page.title in titles)


def worst(findings: list[Findings]) -> Figures:
    """Return the worst figures of some pictures."""
    figures = findings[0].figures
    for each in findings[1:]:
        figures = figures.worst(each.figures)
    return figures


def _tell(findings: list[Findings]) -> None:
    """Print the texts that are too small, hidden or cut on the worst picture of each sort."""
    small = min(findings, key=lambda each: each.figures.at_400)
    hidden = max(findings, key=lambda each: len(each.covered))
    cut = max(findings, key=lambda each: len(each.cut))
    print(f"    smallest: {small.smallest}")
    short = max(findings, key=lambda each: len(each.short))
    crossed = max(findings, key=lambda each: len(each.crossed))
    faint = min(findings, key=lambda each: each.figures.contrast)
    print(f"    faintest: {faint.faintest}")
    told = (
        ("covered", hidden.covered),
        ("cut", cut.cut),
        ("shortened", short.short),
        ("crossed by leaders", crossed.crossed),
    )
    for word, names in told:
        if names:
            print(f"    {word}: {', '.join(names)}")


if __name__ == "__main__":
    raise SystemExit(main())
