"""The form of the game record."""

import json
from dataclasses import replace
from typing import Any

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.errors import RecordError
from metrobot.engine.fields import action_of, named
from metrobot.engine.record import Branch, Form, FormError, Record, RecordedEvent, dump, load

RECORD = Record(
    title="metromania",
    rules_version=1,
    commitment="00ff",
    salt=("1", "2"),
    key=None,
    options={"hands": "secret", "advanced": False},
    players=4,
    events=(
        RecordedEvent(1, CHANCE, "city", {"districts": []}),
        RecordedEvent(2, Seat(3), "dig", {"marker": None}),
    ),
    result=None,
)
DATA: dict[str, Any] = json.loads(dump(RECORD))


READERS: Any = {"take": ({"count"}, {"of"}, lambda fields: ("take", fields["count"]))}


@pytest.mark.parametrize(
    ("kind", "fields"), [("give", {"count": 1}), ("take", {}), ("take", {"count": 1, "by": 2})]
)
def test_an_action_of_another_form_is_refused(kind: str, fields: dict[str, Any]) -> None:
    read: Any = action_of(READERS, "take", {"count": 2, "of": 3})
    assert read == ("take", 2)
    with pytest.raises(RecordError, match=kind):
        action_of(READERS, kind, fields)


def test_a_record_is_one_line_with_its_keys_in_order() -> None:
    line = dump(RECORD)

    assert "\n" not in line
    assert list(json.loads(line)) == [
        "format",
        "title",
        "rules_version",
        "commitment",
        "salt",
        "key",
        "options",
        "players",
        "events",
        "result",
    ]


def test_an_event_has_its_common_keys_first() -> None:
    assert DATA["events"] == [
        {"seq": 1, "actor": "chance", "kind": "city", "districts": []},
        {"seq": 2, "actor": 3, "kind": "dig", "marker": None},
    ]
    assert list(DATA["events"][0]) == ["seq", "actor", "kind", "districts"]


@pytest.mark.parametrize(
    "record",
    [
        RECORD,
        Record("t", 1, None, None, None, {}, 2, (), {"scores": [1, 2]}),
        Record("t", 1, "a", (), "b", {}, 2, (), None),
    ],
)
def test_a_record_is_read_back(record: Record) -> None:
    assert load(dump(record)) == record


def changed(**values: Any) -> str:
    """Return the record's line with other values."""
    return json.dumps({**DATA, **values})


def event(**values: Any) -> str:
    """Return the record's line with another first event."""
    return changed(events=[{**DATA["events"][0], **values}])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "no JSON"),
        ("[]", "object"),
        (changed(format=2), "format 2 is not 1"),
        (changed(format=True), "format True is not 1"),
        (changed(format=1.0), "format 'float' is not 1"),
        (changed(rules_version=10**28), "'rules_version' is beyond all bounds"),
        (changed(commitment="\ud800"), "'commitment' is beyond all bounds"),
        (changed(salt=["1", "\udfff"]), "'salt' is beyond all bounds"),
        (changed(salt=["1"] * 201), "'salt' is beyond all bounds"),
        (changed(title="x" * 201), "'title' is beyond all bounds"),
        (changed(options={"\ud800": 1}), "'options' is beyond all bounds"),
        (changed(result={"scores": [float("nan")]}), "'result' is beyond all bounds"),
        (json.dumps({k: v for k, v in DATA.items() if k != "key"}), "'key' is missing"),
        (changed(more=1), "unknown key 'more'"),
        (changed(title=1), "'title' must be str"),
        (changed(players=True), "'players' must be int"),
        (changed(rules_version="1"), "'rules_version' must be int"),
        (changed(commitment=1), "'commitment' must be str"),
        (changed(key=1), "'key' must be str"),
        (changed(salt="1"), "'salt' must be"),
        (changed(salt=[1]), "'salt' must be"),
        (changed(options=[]), "'options' must be dict"),
        (changed(events={}), "'events' must be list"),
        (changed(events=[1]), "no event"),
        (changed(events=[{"seq": 1, "kind": "dig"}]), "no event"),
        (changed(result=[]), "'result' must be dict"),
        (event(seq=2), "event 1 has seq 2"),
        (event(seq=True), "'seq' must be int"),
        (event(districts="\ud800"), "'districts' is beyond all bounds"),
        (event(**{"\ud800": 1}), "is beyond all bounds"),
        (changed(events=["\ud800"]), "'events' is beyond all bounds"),
        (event(kind=1), "'kind' must be str"),
        (event(actor=-1), "no actor: -1"),
        (event(actor=True), "no actor: True"),
        (event(actor="me"), "no actor: 'me'"),
    ],
)
def test_whatever_is_not_of_the_form_is_refused(line: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        load(line)


FORMS: dict[str, tuple[Any, Form, int | None, dict[str, Any]]] = {
    "no object": ([], Form.NO_OBJECT, None, {}),
    "another format": ({**DATA, "format": 2}, Form.FORMAT, None, {"format": "1"}),
    "an unknown key": ({**DATA, "x": 1}, Form.UNKNOWN, None, {"name": "x"}),
    "a wrong value": ({**DATA, "players": "4"}, Form.VALUE, None, {"name": "players"}),
    "no way to number draws": ({**DATA, "dealing": 3}, Form.VALUE, None, {"name": "dealing"}),
    "draws numbered by a truth": ({**DATA, "dealing": True}, Form.VALUE, None, {"name": "dealing"}),
    "a wrong salt": ({**DATA, "salt": [1]}, Form.VALUE, None, {"name": "salt"}),
    "a number beyond all bounds": (
        {**DATA, "rules_version": 10**28},
        Form.VALUE,
        None,
        {"name": "rules_version"},
    ),
    "half a letter": (
        {**DATA, "events": [DATA["events"][0], {**DATA["events"][1], "marker": "\ud800"}]},
        Form.VALUE,
        2,
        {"name": "marker"},
    ),
    "numbers with a gap": ({**DATA, "events": DATA["events"][1:]}, Form.NUMBERING, 1, {}),
    "no event": ({**DATA, "events": [DATA["events"][0], {}]}, Form.EVENT, 2, {}),
    "no actor": ({**DATA, "events": [{**DATA["events"][0], "actor": -1}]}, Form.ACTOR, 1, {}),
    "no number": (
        {**DATA, "events": [{**DATA["events"][0], "seq": "1"}]},
        Form.VALUE,
        1,
        {"name": "seq"},
    ),
}


@pytest.mark.parametrize(("data", "key", "seq", "facts"), FORMS.values(), ids=FORMS)
def test_what_is_wrong_with_a_form_is_named(
    data: Any, key: Form, seq: int | None, facts: dict[str, Any]
) -> None:
    with pytest.raises(FormError) as error:
        load(json.dumps(data))
    found = error.value

    assert (found.key, found.seq, found.facts) == (key, seq, facts)


@pytest.mark.parametrize("text", ["{", "[" * 200_000, "", "NaNa"])
def test_what_is_no_json_is_named(text: str) -> None:
    with pytest.raises(FormError) as error:
        load(text)

    assert error.value.key is Form.NO_JSON


def test_how_draws_are_numbered_is_written_where_it_is_not_as_of_old() -> None:
    """Old records have no such key, and come back as they were."""
    assert load(dump(RECORD)).dealing == 1
    assert '"dealing"' not in dump(RECORD)
    newer = replace(RECORD, dealing=2)
    assert '"dealing": 2, "options"' in dump(newer)
    assert load(dump(newer)) == newer


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ('{"format": 1,', '{"format": 1, "key": "ab",', "key"),
        ('"seq": 1,', '"seq": 1, "seq": 2,', "seq"),
    ],
)
def test_a_key_that_stands_twice_is_refused(old: str, new: str, name: str) -> None:
    """One program would read the one value, another one the other."""
    line = dump(RECORD).replace(old, new, 1)
    with pytest.raises(FormError) as error:
        load(line)

    assert (error.value.key, error.value.facts) == (Form.TWICE, {"name": name})


@pytest.mark.parametrize("by", [None, ("person", "strong", None, "exec")])
def test_who_sat_where_may_be_told(by: tuple[str | None, ...] | None) -> None:
    record = replace(RECORD, by=by)

    assert load(dump(record)) == record
    assert ("by" in json.loads(dump(record))) == (by is not None)


@pytest.mark.parametrize("by", [[], ["nobody"], [1], "strong", {}])
def test_who_sat_where_is_of_the_form_or_refused(by: object) -> None:
    with pytest.raises(FormError) as caught:
        load(json.dumps({**DATA, "by": by}))

    assert caught.value.key is Form.VALUE


@pytest.mark.parametrize("branch", [None, Branch("00ff", 2, 0), Branch(None, 1, 3)])
def test_a_game_that_went_on_from_another_says_from_where(branch: Branch | None) -> None:
    record = replace(RECORD, branch=branch)

    assert load(dump(record)) == record
    assert ("branch" in json.loads(dump(record))) == (branch is not None)


@pytest.mark.parametrize(
    "branch",
    [
        [],
        {},
        {"commitment": "00ff", "seq": 2},
        {"commitment": "00ff", "seq": 2, "seat": 0, "more": 1},
        {"commitment": "00ff", "seq": 0, "seat": 0},
        {"commitment": "00ff", "seq": 2, "seat": -1},
    ],
)
def test_a_branch_is_of_the_form_or_refused(branch: object) -> None:
    with pytest.raises(FormError) as caught:
        load(json.dumps({**DATA, "branch": branch}))

    assert caught.value.facts == {"name": "branch"}


def test_a_name_in_a_record_means_what_is_known_by_it() -> None:
    known = {"a": 1, "b": 2}

    assert named(known, "letter", "b") == 2
    for name in ("c", 1, None, ["a"]):
        with pytest.raises(RecordError, match="no letter: "):
            named(known, "letter", name)
