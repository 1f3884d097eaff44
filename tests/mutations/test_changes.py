"""The mistakes that are made on purpose: small ones, that can be told apart by their names."""

import ast
from pathlib import Path

import pytest

from tests.mutations.changes import mutations_of
from tests.mutations.equivalent import EQUIVALENT

ROOT = Path(__file__).parents[2]


def changed(source: str, path: str = "metrobot/games/some.py") -> list[str]:
    """Return a module after each change that can be made to it."""
    before = source.encode()
    return [each.applied(before).decode() for each in mutations_of(Path(path), before)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = a < b", ["x = (a <= b)"]),
        ("x = a in b", ["x = (a not in b)"]),
        ("x = a - b", ["x = (a + b)"]),
        ("x = a and b", ["x = (a or b)"]),
        ("x = True", ["x = (False)"]),
        ("x = 3", ["x = (4)"]),
        ("x = not a", ["x = (a)"]),
        ("x = -a", ["x = (a)"]),
        ("x = min(a)", ["x = (max)(a)"]),
        ("x = a[-n:]", ["x = (a[:n])", "x = a[(n):]"]),
        ("x = a[:n]", ["x = (a[n:])"]),
        ("x = b if a else c", ["x = b if (not a) else c"]),
        ("if a: b()", ["if (not a): b()", "if a: (...)"]),
        ("def f(): return a", ["def f(): return (None)"]),
        ("x += a", ["x = a"]),
        ("x = replace(a, b=c)", ["x = (replace(a))"]),
        ("x = {**a, b: c}", ["x = ({b: c})"]),
        ("x = a // b", ["x = (-(-a // b))"]),
        ("x = ceil(a)", ["x = (round)(a)"]),
        ("x = sorted(a, key=b)", ["x = (list(a))"]),
        ("x = lambda y: (y.a, y.b)", ["x = lambda y: ((y.b, y.a))"]),
        ("x = [a, *b]", ["x = ([*b, a])"]),
        ("x = [y for y in a if b(y)]", ["x = [y for y in a if (True)]"]),
        ("x = a - {b}", ["x = (a + {b})", "x = (a)"]),
        ("x = a and not b", ["x = (a or not b)", "x = (a)", "x = a and (b)"]),
    ],
)
def test_each_kind_of_mistake_is_made(before: str, after: list[str]) -> None:
    assert changed(before) == after


@pytest.mark.parametrize(
    "source",
    [
        "'''A text.'''",
        "assert a < 3",
        "log.info('a %s', a < 3)",
        "x: list[int | None] = a",
        "Kind = A | B",
        "@lru_cache(maxsize=3)\ndef f(a: int = b) -> int | None: pass",
        "x = zip(a, b, strict=True)",
    ],
)
def test_what_no_test_can_see_stays(source: str) -> None:
    """Texts, logs, types, and what is only for checkers or for speed."""
    assert changed(source) == []


def test_px_stay_and_what_counts_or_chooses_on_pictures_does_not() -> None:
    """Nobody can say that one px more is wrong."""
    path = "render/some.py"

    assert changed("x = 12 * a", path) == []
    assert changed("x = a[1]", path) == ["x = a[(2)]"]
    assert "x = a == (4)" in changed("x = a == 3", path)


def test_equal_changes_in_one_function_have_names_of_their_own() -> None:
    source = "def f():\n    g(1)\n    h(1)\n"
    names = [each.name for each in mutations_of(Path("a.py"), source.encode())]

    assert len(set(names)) == len(names)
    assert {"a.py:f: 1 -> 2", "a.py:f: 1 -> 2 (2)"} <= set(names)


@pytest.mark.parametrize("path", ["metrobot/engine/draft.py", "render/underground/panels/panel.py"])
def test_every_change_leaves_a_module_that_can_be_read(path: str) -> None:
    source = (ROOT / path).read_bytes()
    plain = ast.dump(ast.parse(source))
    found = mutations_of(Path(path), source)

    assert len(found) > 50
    assert all(ast.dump(ast.parse(each.applied(source))) != plain for each in found[::5])


def test_what_is_called_equivalent_can_still_be_done() -> None:
    """Once a function has changed its entry has to go."""
    named = {name.partition(":")[0] for name in EQUIVALENT}
    found = {
        each.name for path in named for each in mutations_of(Path(path), (ROOT / path).read_bytes())
    }

    assert set(EQUIVALENT) <= found
    assert all(EQUIVALENT.values())
