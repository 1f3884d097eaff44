"""So many processes think, and pictures are drawn, as there are processors to use."""

import os
from pathlib import Path

import pytest

from metrobot import processors
from metrobot.thinking.pool import Pool

V1 = "12:cpu,cpuacct:{0}\n11:memory:{0}\n10:cpuset:{0}\n0::{0}\n"
QUOTA, PERIOD = "cpu.cfs_quota_us", "cpu.cfs_period_us"


@pytest.mark.parametrize(
    ("groups", "limits", "expected"),
    [
        # The second version: of the group itself, of one above it, of a container's own.
        ("0::/a/b\n", {"a/b/cpu.max": "200000 100000\n", "a/cpu.max": "max 100000\n"}, 2),
        ("0::/a/b\n", {"a/b/cpu.max": "800000 100000\n", "a/cpu.max": "100000 100000\n"}, 1),
        ("0::/\n", {"cpu.max": "150000 100000\n"}, 2),
        ("0::/\n", {"cpu.max": "50000 100000\n"}, 1),
        ("0::/\n", {"cpu.max": "max 100000\n"}, 64),
        ("0::/../elsewhere\n", {"cpu.max": "300000 100000\n"}, 3),
        # The first: likewise; in a container the path is the machine's, and leads nowhere.
        (V1.format("/a"), {f"cpu/a/{QUOTA}": "400000\n", f"cpu/a/{PERIOD}": "100000\n"}, 4),
        (V1.format("/docker/0f"), {f"cpu/{QUOTA}": "100000\n", f"cpu/{PERIOD}": "100000\n"}, 1),
        (V1.format("/a"), {f"cpu/a/{QUOTA}": "-1\n", f"cpu/a/{PERIOD}": "100000\n"}, 64),
        # Neither of them, or nothing that can be read.
        (None, {}, 64),
        ("0::/\n", {}, 64),
        ("0::/\n", {"cpu.max": "many\n"}, 64),
    ],
)
def test_a_limit_of_a_control_group_counts(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    groups: str | None,
    limits: dict[str, str],
    expected: int,
) -> None:
    """Of 64 processors; the lowest of all limits, and never none."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)), raising=False)
    for name, text in limits.items():
        file = tmp_path / "sys/fs/cgroup" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    if groups is not None:
        (tmp_path / "proc/self").mkdir(parents=True)
        (tmp_path / "proc/self/cgroup").write_text(groups, encoding="utf-8")

    assert processors.usable(tmp_path) == expected


@pytest.mark.parametrize(("allowed", "processes"), [(1, 1), (2, 1), (5, 4)])
def test_of_many_processors_those_are_used_that_are_allowed(
    monkeypatch: pytest.MonkeyPatch, allowed: int, processes: int
) -> None:
    """One of them is left to the bot itself."""
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(allowed)), raising=False)
    monkeypatch.setattr(processors, "_limits", lambda _: iter(()))

    assert Pool().workers == processes


def test_where_no_affinity_is_known_all_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)

    assert processors.usable(Path("/nowhere")) == 3
