"""Links as people type them: understood, or refused with what would be legal."""

from random import Random

import pytest

from metrobot.games.underground.actions import Build
from metrobot.games.underground.board import COLOURS, LINKS
from metrobot.games.underground.state import colours_of
from metrobot.ui.kit.typed_turns import TypedTurn
from metrobot.ui.underground.names import station
from metrobot.ui.underground.typed import station_named
from tests.ui.typed_stage import actions, drafted, offered, refused, turn_of
from tests.ui.underground.games import draft_at, play, table_at

FIRST = "/build colour:red from:Acton to:White City"


def at_turn(players: int, seed: int, number: int) -> TypedTurn:
    """Return a turn of a game, nothing chosen yet."""
    game = play(players, seed)
    events = game.turn_starts()[number]
    return turn_of(table_at(game, events), draft_at(game, events))


def laid(turn: TypedTurn, line: str) -> list[tuple[str, set[str]]]:
    """Return the pieces that a line means: the colour, and the stations of the link."""
    links = [(act.colour, LINKS[act.link]) for act in actions(turn, line) if isinstance(act, Build)]
    return [(COLOURS[colour].id, {station(link.a), station(link.b)}) for colour, link in links]


def test_a_turn_can_be_typed_in_short() -> None:
    """Colour by name or letter; what is left out goes on from the piece before."""
    line = (
        "/build colour:red from:Acton to:Ealing Broadway from2:acton to2:white c"
        " to3:SHEPHERDS BUSH colour4:P from4:euston to4:great portland street"
    )

    assert laid(at_turn(3, 1, 0), line) == [
        ("red", {"Acton", "Ealing Broadway"}),
        ("red", {"Acton", "White City"}),
        ("red", {"White City", "Shepherd’s Bush"}),
        ("pink", {"Euston", "Great Portland Street"}),
    ]


def test_neighbours_are_meant_first() -> None:
    """A beginning that fits several stations means the one next door, if there is one."""
    ((_, ends),) = laid(at_turn(3, 1, 0), "/build colour:red from:Leicester Square to:ho")

    assert "Holborn" in ends


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("/build colour:mauve from:Acton to:White City", "Yours are red, pink and white"),
        ("/build colour:red from:Atlantis to:Acton", "no station “"),
        ("/build colour:red from:Acton to:Bank", "are not neighbours"),
        ("/build colour:red from:Acton", "Where to from"),
        ("/build colour:red to:Acton", "From which station"),
        ("/build colour:red from:West to:Acton", "Several stations begin with"),
        ("/build colour:blue from:Acton to:White City", "You do not build blue"),
        # Of a further row something is filled in.
        (f"{FIRST} colour2:pink", "Where to from"),
        (f"{FIRST} from2:**Acton**", "\\*\\*Acton"),
        # The rules refuse, and what is legal is named (OU §4).
        (f"{FIRST} from2:Bank to2:Moorgate", "§4.3"),
        (f"{FIRST} to2:Acton", "§4.2"),
        (f"{FIRST} to2:Shepherd's Bush from3:White City to3:Alperton", "§4.5"),
    ],
)
def test_each_mistake_has_its_sentence(line: str, sentence: str) -> None:
    answer = refused(at_turn(3, 1, 0), line)

    assert sentence in answer
    assert ("(free)" in answer) == ("§" in sentence)


def test_colours_without_a_legal_link_say_so() -> None:
    met = 0
    for turn in (at_turn(5, 2, number) for number in range(6, 30)):
        builds = [act for act in turn.draft.open_choices if isinstance(act, Build)]
        own = set(colours_of(turn.draft.state.rules, turn.draft.seat))
        for colour in own - {build.colour for build in builds}:
            link = LINKS[min(turn.draft.state.tracks[colour])]
            ends = f"from:{station(link.a)} to:{station(link.b)}"
            answer = refused(turn, f"/build colour:{COLOURS[colour].id} {ends}")
            assert "another one, or a token" in answer
            met += 1

    assert met


def test_station_names_forgive_case_and_signs() -> None:
    """The whole name or a beginning that fits one station alone."""
    assert station(station_named("kings cross st pancras")) == "King’s Cross St. Pancras"
    assert station(station_named("ELEPHANT")) == "Elephant & Castle"
    assert station(station_named("acton")) == "Acton"
    assert station(station_named("Acton T")) == "Acton Town"


def test_suggestions_lead_to_legal_pieces_alone() -> None:
    """Any pick from the lists is a legal piece, at the price that was shown."""
    chooser, met = Random(5), 0
    for turn in (at_turn(players, 2, number) for players in (2, 5) for number in range(0, 24, 2)):
        line, draft = "/build", turn.draft
        for row in ("", "2", "3"):
            if draft.is_turn_over or not (colours := offered(turn, f"{line} colour{row}:")):
                break
            line += f" colour{row}:{chooser.choice([*colours])}"
            line += f" from{row}:{chooser.choice([*offered(turn, f'{line} from{row}:')])}"
            ends = offered(turn, f"{line} to{row}:")
            end = chooser.choice([*ends])
            line += f" to{row}:{end}"
            before, draft = draft, drafted(turn, line)
            after = draft.states[len(before.actions)].tokens[draft.seat]
            spent = before.state.tokens[draft.seat] - after + ends[end].count("and a token")
            assert ("2 tokens" in ends[end]) == (spent == 2)
            met += 1

    assert met > 40


def test_suggestions_follow_what_is_typed() -> None:
    """A few letters narrow the list; the end of the piece before is where it goes on."""
    turn = at_turn(3, 1, 0)

    assert list(offered(turn, f"{FIRST} from2:whi")) == ["White City"]
    assert "Acton" not in offered(turn, f"{FIRST} to2:")


@pytest.mark.parametrize(("line", "count"), [("/token", 1), ("/token count:4", 4)])
def test_tokens_can_be_typed(line: str, count: int) -> None:
    """One or up to four, and then the passenger may go at once."""
    turn = at_turn(4, 1, 5)
    done = drafted(turn, line).states[count - 1]

    assert done.tokens[turn.draft.seat] == turn.draft.state.tokens[turn.draft.seat] + count
