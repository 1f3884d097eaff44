"""Lines of the day are checked by the program, and by twenty lines of another language."""

import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from metrobot import cli
from metrobot.engine.actors import CHANCE
from metrobot.engine.record import dump
from metrobot.games.metrolijn.board import DECK, MAP_IDS
from metrobot.service.daily.chain import Chain
from metrobot.service.daily.replayed import ALONE, TITLE, replayed
from metrobot.service.daily.timetable import LATEST, first_press, map_of
from metrobot.service.model.chance import BY_DRAW, Dealing
from metrobot.service.model.history import new_history
from metrobot.service.model.plain_play import play_of
from metrobot.service.model.play import Person, PlayerId
from tests.service.daily.playing import begun, day_of, played
from tests.service.stage import ANN, KEY, staged

CHAIN, OTHER = Chain(KEY), Chain(KEY[::-1])
THEN = datetime(2027, 1, 2, tzinfo=UTC)
A_DAY = first_press(2) - first_press(1)
"""Ids that Discord can give within a day."""
Data = dict[str, Any]
NOBODY_HAS_PERL = "perl with Digest::SHA is not on this machine; Debian has it as `perl`"

BY_HAND = r"""
use strict; use Digest::SHA qw(sha256 sha256_hex hmac_sha256);
while (<STDIN>) { # each line: number, link, anchor, record
    my ($n, $link, $anchor, $record) = split / /, $_, 4;
    my ($commitment, $key) = map { $record =~ /"$_": "(\w+)"/ } qw(commitment key);
    my $salt = join ',', ($record =~ /"salt": \[(.*?)\]/)[0] =~ /"(.*?)"/g;
    my $hash = pack 'H*', $link;
    $hash = sha256($hash) for 1 .. $n;
    my $fault = unpack('H*', $hash) eq $anchor ? '' : 'anchor';
    $fault ||= 'key' if $key ne sha256_hex("metrobot line|$n|$link");
    $fault ||= 'commitment' if $commitment ne sha256_hex(pack 'H*', $key);
    $fault ||= 'salt' if $salt !~ /^$n,\d+$/;
    my @left = my @deck = qw(3 3 3 4 4 4 5 5 6 E2 E3 T T F);
    my $draw = 0;
    for my $card ($record =~ /"kind": "card", "card": "(\w+)"/g) {
        last if $fault;
        my ($index, $number) = (0, ++$draw); # one value in 2^252 would be rejected: none is
        $index = (256 * $index + $_) % @left
            for unpack 'C*', hmac_sha256("$salt|$number|0", pack 'H*', $key);
        $fault = "draw $draw" if $card ne splice @left, $index, 1;
        @left = @deck if $card eq '6';
    }
    print $fault ? "$fault\n" : "ok\n";
}
"""
"""The check of docs/fairness.md in Perl, in which nothing of Metrobot is written."""


@dataclass(frozen=True)
class Shown:
    """Everything that a player has of a line that is over."""

    number: int
    link: str
    anchor: str
    record: Data

    @property
    def cards(self) -> list[str]:
        """The cards that the record has, in its order."""
        return [each["card"] for each in self.record["events"] if each.get("kind") == "card"]


@cache
def shown(number: int) -> Shown:
    """Return a line of which somebody has played whatever was open, and its record."""
    dice = random.Random(number)
    salt = (str(number), str(first_press(number) + dice.randrange(A_DAY)))
    dealing, map_ = Dealing(CHAIN.key(number), salt, BY_DRAW), map_of(number)
    history = replayed(map_, (), dealing, THEN)
    while not TITLE.is_over(history.state):
        legal = TITLE.legal_actions(history.state, ALONE)
        history = history.then(ALONE, dice.choice(legal), THEN).settled(dealing, THEN)
    game = play_of(
        history,
        TITLE.ruleset(1, {"map": map_}),
        (Person(PlayerId(1), "somebody"),),
        THEN,
        key=dealing.key.hex(),
        commitment=CHAIN.commitment(number),
        salt=salt,
    )
    record = json.loads(dump(game.record()))
    return Shown(number, CHAIN.link(number).hex(), CHAIN.anchor, record)


def verified(file: Path, line: Shown, *more: str) -> int:
    """Check a line with the program; return the exit code."""
    file.write_text(json.dumps(line.record) + "\n")
    of_line = ("--line", str(line.number), "--link", line.link, "--anchor", line.anchor)
    return cli.main(["verify", str(file), *of_line, *more])


def by_hand(lines: Sequence[Shown]) -> list[str]:
    """Check some lines with the other program; return its verdict on each."""
    perl = shutil.which("perl")
    if perl is None or subprocess.run([perl, "-MDigest::SHA", "-e", "1"], check=False).returncode:
        pytest.skip(NOBODY_HAS_PERL)
    given = "".join(
        f"{each.number} {each.link} {each.anchor} {json.dumps(each.record)}\n" for each in lines
    )
    done = subprocess.run(
        [perl, "-e", BY_HAND], input=given, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


# --- what is so ---


@pytest.mark.parametrize("count", [12, pytest.param(365, marks=pytest.mark.long)])
def test_lines_are_found_to_be_what_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], count: int
) -> None:
    """The program checks a whole year, and says how many draws it has repeated."""
    for number in range(1, count + 1):
        code = verified(tmp_path / "line.json", shown(number))
        said = capsys.readouterr().out.splitlines()

        assert (code, said[-1]) == (0, "OK: games dealt as their keys give it: 1")
        assert said[0].startswith(f"game 1: {len(shown(number).cards)} draws as the key gives them")


@pytest.mark.parametrize("count", [12, pytest.param(365, marks=pytest.mark.long)])
def test_lines_are_found_to_be_what_they_are_by_hand(count: int) -> None:
    """By twenty lines of Perl, the same year."""
    assert by_hand([shown(number) for number in range(1, count + 1)]) == ["ok"] * count
    assert BY_HAND.strip().count("\n") + 1 <= 25
    assert " ".join(card.id for card in DECK) in BY_HAND


async def test_what_a_bot_hands_out_is_found_to_be_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Record, link and anchor as they are shown once a line that was played is over."""
    async with staged(f"sqlite+aiosqlite:///{tmp_path}/games.db") as stage:
        stage.clock.time = day_of(128)
        run = await played(stage, await begun(stage, ANN), ANN, 2)
        stage.clock.time = day_of(130)
        lines = stage.tables.daily.lines
        again = await stage.tables.daily.runs.by_id(run.row.id, ANN)
        record = json.loads(dump(again.play.record()))
        line = Shown(128, await lines.link(again.line), (await lines.keys.seal()).anchor, record)

    assert verified(tmp_path / "line.json", line) == 0
    assert by_hand([line]) == ["ok"]
    assert "OK" in capsys.readouterr().out


def test_the_options_of_a_record_may_stand_in_any_order(tmp_path: Path) -> None:
    """Other programs write JSON in an order of their own."""
    line = shown(3)
    options = dict(reversed(line.record["options"].items()))

    assert len(options) > 1
    assert (
        verified(tmp_path / "line.json", replace(line, record={**line.record, "options": options}))
        == 0
    )


def test_line_link_and_anchor_belong_together(tmp_path: Path) -> None:
    file = tmp_path / "line.json"
    file.write_text(json.dumps(shown(1).record) + "\n")
    for some in (["--line", "1"], ["--link", shown(1).link], ["--anchor", "00"]):
        assert cli.main(["verify", str(file), *some]) == cli.MISUSE
    assert cli.main(["verify", str(file)]) == 0


def test_the_salt_that_was_shown_is_compared(tmp_path: Path) -> None:
    """With or without the number of the line, as it stands in Fair dealing and in records."""
    line = shown(3)
    number, press = line.record["salt"]
    for salt, code in ((press, 0), (f"{number},{press}", 0), (str(int(press) + 1), 1), ("", 1)):
        assert verified(tmp_path / "line.json", line, "--salt", salt) == code
    assert cli.main(["verify", str(tmp_path / "line.json"), "--salt", press]) == cli.MISUSE


# --- what is not ---


def dealt(line: Shown, salt: Sequence[str], people: int = 1, **options: Any) -> Shown:
    """Return a game that nobody has played, dealt with the key of a line."""
    dealing = Dealing(CHAIN.key(line.number), tuple(salt), BY_DRAW)
    rules = TITLE.ruleset(people, {"map": map_of(line.number), **options})
    history = new_history(TITLE, rules).settled(dealing, THEN)
    dice = random.Random(1)
    while not TITLE.is_over(history.state):
        seat = TITLE.awaiting(history.state)[0]
        assert seat is not CHANCE  # all cards that are due are turned up
        action = dice.choice(TITLE.legal_actions(history.state, seat))
        history = history.then(seat, action, THEN).settled(dealing, THEN)
    game = play_of(
        history,
        rules,
        [Person(PlayerId(1 + each), "somebody") for each in range(people)],
        THEN,
        key=dealing.key.hex(),
        commitment=CHAIN.commitment(line.number),
        salt=tuple(salt),
    )
    return recorded(line, **json.loads(dump(game.record())))


def test_games_that_cannot_have_been_played_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Dealt with another salt, of more people, with other options: all draws fit the key."""
    line, own = shown(5), ["5", str(first_press(5))]
    assert verified(tmp_path / "line.json", dealt(line, own)) == 0
    presses = ("made-up!", "77", "0" + own[1], str(first_press(5) - 1), str(first_press(6)))
    ended = dealt(line, own)
    events = [*ended.record["events"]]
    events.insert(1, {"seq": 2, "actor": "table", "kind": "occupy", "seat": 0})
    forged = [
        *(dealt(line, ["5", press]) for press in presses),
        *(dealt(line, salt) for salt in (["5"], [own[1]], ["6", own[1]], [*own, "1"])),
        dealt(line, own, people=2),
        dealt(line, own, special=True),
        recorded(ended, by=["strong"]),
        recorded(ended, events=[{**each, "seq": seq} for seq, each in enumerate(events, 1)]),
    ]
    capsys.readouterr()
    for each in forged:
        assert verified(tmp_path / "line.json", each) == 1
        assert capsys.readouterr().out.startswith("NOT OK: game 1: ")


def digit(text: str, dice: random.Random) -> str:
    """Return hexadecimal digits of which one is another."""
    place = dice.randrange(len(text))
    other = dice.choice([each for each in "0123456789abcdef" if each != text[place]])
    return text[:place] + other + text[place + 1 :]


def spoilt_text(text: str, other: str, dice: random.Random) -> str:
    ways = (digit(text, dice), other, text[:-1], f"{text}0", text.upper(), text[::-1], "")
    return dice.choice([each for each in ways if each != text])


def spoilt_salt(line: Shown, dice: random.Random) -> list[str]:
    """Return another salt than a line's."""
    number, press = line.record["salt"]
    ways: list[list[str]] = [
        [number, str(int(press) + 1)],
        [str(line.number + 1), press],
        [press, number],
        [number],
        [press],
        [],
        [number, press, press],
        [f"{number},{press}"],
        [f"0{number}", press],
        [number, f"{press} "],
    ]
    return dice.choice(ways)


def spoilt_events(line: Shown, dice: random.Random) -> list[Data]:
    """Return the events of a line in another order, or with others among them."""
    events = [dict(each) for each in line.record["events"]]
    one, two = sorted(dice.sample(range(len(events)), 2))
    draws = [place for place, each in enumerate(events) if each["kind"] == "card"]
    match dice.randrange(6):
        case 0:
            events[one], events[two] = events[two], events[one]
        case 1:
            events.insert(one, events.pop(two))
        case 2:
            del events[one]
        case 3:
            events.insert(one, dict(events[two]))
        case 4:  # another card than was drawn
            card = events[dice.choice(draws)]
            card["card"] = dice.choice([each.id for each in DECK if each.id != card["card"]])
        case _:  # two cards exchanged
            a, b = (events[place] for place in dice.sample(draws, 2))
            a["card"], b["card"] = b["card"], a["card"]
    return [{**each, "seq": seq} for seq, each in enumerate(events, 1)]


def _key(line: Shown, dice: random.Random) -> Shown:
    other = CHAIN.key(line.number % 365 + 1).hex()
    return recorded(line, key=spoilt_text(line.record["key"], other, dice))


def _commitment(line: Shown, dice: random.Random) -> Shown:
    other = CHAIN.commitment(line.number % 365 + 1)
    return recorded(line, commitment=spoilt_text(line.record["commitment"], other, dice))


def _dealt_anew(line: Shown, dice: random.Random) -> Shown:
    key = OTHER if dice.random() < 0.5 else CHAIN
    number = line.number if key is OTHER else line.number + 1
    return recorded(line, key=key.key(number).hex(), commitment=key.commitment(number))


def _salt(line: Shown, dice: random.Random) -> Shown:
    return recorded(line, salt=spoilt_salt(line, dice))


def _order(line: Shown, dice: random.Random) -> Shown:
    return recorded(line, events=spoilt_events(line, dice))


def _map(line: Shown, dice: random.Random) -> Shown:
    ways = [each for each in MAP_IDS if each != map_of(line.number)]
    return recorded(line, options={**line.record["options"], "map": dice.choice(ways)})


def _numbering(line: Shown, dice: random.Random) -> Shown:
    return recorded(line, dealing=1)


def _link(line: Shown, dice: random.Random) -> Shown:
    other = CHAIN.link(line.number + 1).hex()
    return Shown(line.number, spoilt_text(line.link, other, dice), line.anchor, line.record)


def _anchor(line: Shown, dice: random.Random) -> Shown:
    return Shown(line.number, line.link, spoilt_text(line.anchor, OTHER.anchor, dice), line.record)


def _number(line: Shown, dice: random.Random) -> Shown:
    other = dice.choice([0, -1, line.number - 1, line.number + 1, line.number + 7, LATEST + 1])
    return Shown(other, line.link, line.anchor, line.record)


def drawn_from(line: Shown) -> tuple[str, list[str]]:
    """Return the salt, as it goes into a draw beside the key, and the cards."""
    return ",".join(line.record["salt"]), line.cards


def recorded(line: Shown, **changes: Any) -> Shown:
    """Return a line with a changed record."""
    return Shown(line.number, line.link, line.anchor, {**line.record, **changes})


WAYS: Sequence[Callable[[Shown, random.Random], Shown]] = (
    _key,
    _commitment,
    _dealt_anew,
    _salt,
    _salt,
    _order,
    _order,
    _order,
    _map,
    _numbering,
    _link,
    _anchor,
    _number,
)


def mutants(count: int, lines: int) -> Iterator[tuple[str, Shown, Shown]]:
    """Yield the name of what was spoilt, a line, and the same spoilt."""
    dice = random.Random(600)
    made = 0
    while made < count:
        line, way = shown(dice.randint(1, lines)), WAYS[made % len(WAYS)]
        spoilt = way(line, dice)
        if spoilt != line:
            made += 1
            yield way.__name__, line, spoilt


@pytest.mark.parametrize(
    ("count", "lines"), [(78, 12), pytest.param(600, 365, marks=pytest.mark.long)]
)
def test_what_was_changed_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], count: int, lines: int
) -> None:
    """Key, salt, commitment, link, anchor, order: all of it but what changes no draw."""
    passed, refused = list[str](), 0
    for name, line, spoilt in mutants(count, lines):
        code = verified(tmp_path / "line.json", spoilt)
        said = capsys.readouterr().out.splitlines()
        if code == 0:
            passed.append(name)
            assert spoilt.cards == line.cards
        else:
            refused += 1
            assert said[-1].startswith("NOT OK: game 1: ")

    assert set(passed) <= {"_order"}
    assert len(passed) <= count // 25
    assert refused == count - len(passed)


@pytest.mark.parametrize(
    ("count", "lines"), [(78, 12), pytest.param(600, 365, marks=pytest.mark.long)]
)
def test_what_was_changed_in_the_dealing_is_refused_by_hand(count: int, lines: int) -> None:
    """It does not see other orders of choices and options, nor how a salt is written."""
    made = [each for each in mutants(count, lines) if each[0] not in ("_map", "_numbering")]
    said = by_hand([spoilt for _, _, spoilt in made])

    for (name, line, spoilt), verdict in zip(made, said, strict=True):
        is_same = name in ("_order", "_salt") and drawn_from(spoilt) == drawn_from(line)
        assert (verdict == "ok") is is_same, (name, verdict)
