"""What stands beside London's map, and a test for each fact that fails where it is drawn wrongly.

Boards and what happened since: who is to play and who played, in their colours; on each card the
player's points, pieces left and tokens, or the newest turns; the pile. Finals: the places.
"""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.underground.board import COLOURS
from metrobot.games.underground.state import SOURCES, Phase, Source
from metrobot.games.underground.turn.flow import FEW_CARDS
from metrobot.games.underground.view import View
from render import theme
from render.boxes import Box, meet
from render.canvas import disc_stamp
from render.text.run import ROBOT
from render.underground import inks
from render.underground.board import PILE, draw_board
from render.underground.changes import NOTHING, Changes, NewStretch, changes_between
from render.underground.glyphs import badge_stamp, pile_stamp, tag_stamp, token_stamp
from render.underground.panels.panel import BARS, GAP, PAD, broken
from tests.render.shown import Shown, Written, shown
from tests.render.underground.games import ENGLISH, turns, views

PEOPLE = ("Ada", "Bo", "Cy", "Dee", "Eve")
GAMES = [(2, 6), (3, 6), (5, 7)]


def board(view: View, new: Changes = NOTHING, people: tuple[str, ...] = PEOPLE) -> Shown:
    return shown(lambda: draw_board(view, people[: len(view.players)], ENGLISH, changes=new))


def card_name(picture: Shown, player: int) -> Written:
    """Return a player's name on the card: the lowest of its places."""
    return max(picture.written(PEOPLE[player]), key=lambda each: each.box[1])


def on_card(picture: Shown, count: int, player: int) -> list[Written]:
    """Return the texts on a player's card: name, points, then the lowest row."""
    name, column = card_name(picture, player), (1600 - 32 + 12) / count
    left = 16 + player * column
    found = [
        each
        for each in picture.texts
        if left <= each.box[0] < left + column and each.box[1] > name.box[1] - 20
    ]
    lowest = max(each.box[3] for each in found)
    rows = sorted(found, key=lambda each: each.box[0])
    return sorted(rows, key=lambda each: (each.text != name.text, lowest - each.box[3] < 10))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_each_card_has_its_players_points_pieces_and_tokens(game: tuple[int, int]) -> None:
    """From left to right in turn order: name, points; letter and pieces of each colour; tokens."""
    for view in views(*game)[2:-1:11]:
        picture = board(view)
        for player in view.players:
            lines = [line for line in view.lines if line.seat == player.seat]
            stock = [word for line in lines for word in (code(line.colour), str(line.pieces_left))]
            wanted = [PEOPLE[player.seat], str(player.score), *stock, str(player.tokens)]

            assert [each.text for each in on_card(picture, game[0], player.seat)] == wanted


def code(colour: int) -> str:
    return COLOURS[colour].code


def test_what_is_used_up_is_faint() -> None:
    view = views(2, 6)[4]
    lines = (replace(view.lines[0], pieces_left=0), *view.lines[1:])
    players = tuple(replace(each, tokens=n) for n, each in enumerate(view.players))
    picture = board(replace(view, lines=lines, players=players))
    inked = [(each.text, each.ink) for each in on_card(picture, 2, 0)]
    coins = [each.of["ink"] for each in picture.stamped(token_stamp)]

    assert ("0", theme.FAINT_INK) in inked
    assert inked[-1] == ("0", theme.FAINT_INK)
    assert (str(lines[1].pieces_left), theme.INK) in inked
    assert coins == [theme.FAINT_INK, theme.INK]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_each_badge_has_the_colour_of_its_letter(game: tuple[int, int]) -> None:
    """On all cards, and on the map beside nothing."""
    picture = board(views(*game)[9])
    badges = picture.stamped(badge_stamp)
    letters = {each.middle: each for each in picture.texts}

    assert len(badges) == len({each.of["colour"] for each in badges})
    for badge in badges:
        letter = min(letters, key=lambda at: abs(at[0] - badge.at[0]) + abs(at[1] - badge.at[1]))
        ix = inks.LINES.index(badge.of["colour"])

        assert letters[letter].text == COLOURS[ix].code
        assert letters[letter].ink == inks.LINE_INKS[ix]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_card_of_who_is_to_play_has_a_dark_rim(players: int) -> None:
    view = views(players, 5)[7]
    for seat in range(players):
        picture = board(replace(view, to_act=Seat(seat)))
        below = card_name(picture, 0).box[1] - 60
        dark = [box for box in picture.boxes(theme.INK) if box[1] > below]
        names = [card_name(picture, player) for player in range(players)]
        rimmed = [n for n, name in enumerate(names) if any(holds(box, name) for box in dark)]

        assert rimmed == [seat]


def holds(box: tuple[int, int, int, int], text: Written) -> bool:
    """Return whether the middle of a text lies in a box."""
    return box[0] <= text.middle[0] <= box[2] and box[1] <= text.middle[1] <= box[3]


@pytest.mark.parametrize("is_replay", [False, True])
def test_the_banner_has_each_ones_own_colours(is_replay: bool) -> None:
    """Bars beside who is to play and who played; what comes first is higher."""
    for turn in turns(3, 6)[5:15]:
        view = turn.after
        picture = board(view, changes_between((turn,), is_replay=is_replay))
        assert view.to_act is not None
        assert turn.seat is not None
        own, others = (view.players[seat].colours for seat in (view.to_act, turn.seat))
        first, second = (others, own) if is_replay else (own, others)
        bars = {ink: picture.boxes(ink) for ink in inks.LINES}
        tops = [
            [box[1] for colour in each for box in bars[inks.LINES[colour]]]
            for each in (first, second)
        ]

        assert sum(map(len, bars.values())) == len(first) + len(second)
        assert max(tops[0]) < min(tops[1])
        assert f"{PEOPLE[turn.seat]} played: +{turn.points}" in [
            each.text for each in picture.texts
        ]


def test_the_banner_tells_what_is_to_happen() -> None:
    """To act, to Choose where the passenger goes, a computer that thinks, the last turns."""
    view = replace(views(3, 6)[6], to_act=Seat(1), turn=4)
    robots = (PEOPLE[0], f"Bo {ROBOT}", PEOPLE[2])
    gone = replace(view, passenger=None, visited=view.open_cards[:1])
    travels = replace(view, phase=Phase.TRAVEL)

    for shown_view, people, words in (
        (view, PEOPLE, "Turn 5 · to act"),
        (view, robots, "Turn 5 · is thinking"),
        (travels, PEOPLE, "Turn 5 · the passenger travels"),
        (gone, PEOPLE, "Turn 5 · to act · last turns"),
        (replace(view, passenger=None, visited=()), PEOPLE, "Turn 5 · to act"),
        (replace(view, to_act=None), PEOPLE, "Game over"),
    ):
        assert board(shown_view, people=people).written(words)


def steps(seats: list[int]) -> Changes:
    """Return a turn after the other, each with as many points as its number."""
    told = (NewStretch(Seat(seat), n, number=n) for n, seat in enumerate(seats, start=1))
    return Changes(tuple(told))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_full_card_has_the_newest_turns(players: int) -> None:
    """Of twenty: the last ones, the oldest of these first, each number before its points."""
    picture = board(views(players, 5)[7], steps([0] * 20))
    texts = [each.text for each in on_card(picture, players, 0)]
    told = texts[2 + len(views(players, 5)[7].players[0].colours) :]
    numbers = [int(text) for text in told[::2]]

    assert 2 <= len(numbers) < 20
    assert numbers == list(range(21 - len(numbers), 21))
    assert told[1::2] == [f"+{number}" for number in numbers]


def test_a_card_has_its_own_players_turns_alone() -> None:
    picture = board(views(3, 5)[7], steps([0, 1, 2, 0, 1]))
    cards = [
        [each.text for each in on_card(picture, 3, player) if each.text[-1].isdigit()][1:]
        for player in range(3)
    ]

    assert cards == [["1", "+1", "4", "+4"], ["2", "+2", "5", "+5"], ["3", "+3"]]
    assert len(picture.spots(tag_stamp)) == 5


@pytest.mark.parametrize("has_news", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_stands_on_a_card_lies_in_it_and_hides_nothing(players: int, has_news: bool) -> None:
    """However long the name is: at the left, beside the points or above them, as they at the right.

    The badges are side by side, from the left, above the turns where names have a row of their own.
    """
    view = views(players, 5)[7]
    names = tuple(f"{name}{' of many names' * 5}" for name in PEOPLE)
    news = steps(list(range(players)) * 9) if has_news else NOTHING
    picture, column = board(view, news, names), (1600 - 32 + GAP) / players
    shapes = [e for f in (badge_stamp, tag_stamp, token_stamp) for e in picture.stamped(f)]
    for n, player in enumerate(view.players):
        left, right = 16 + round(n * column) + PAD, 16 + round((n + 1) * column) - GAP - PAD
        own = [each for each in picture.texts if left - PAD <= each.box[0] < right + PAD]
        name = next(each for each in own if each.text.startswith(f"{PEOPLE[n]} of"))
        large = [e for e in own if e.size > name.size and e.text == str(player.score)]
        points = max(large, key=lambda each: each.box[1])
        row = [e.box for e in shapes if left - PAD <= e.box[0] and e.box[2] <= right + PAD]
        row = [box for box in row if box[1] > name.box[1]]
        badges = row[: len(player.colours)]
        lone = [e.box for e in own if e.box[1] > name.box[3] and not any(holds(b, e) for b in row)]
        things = [name.box, points.box, *row, *(box for box in lone if box != points.box)]

        assert not any(meet(*pair) for pair in combinations(things, 2))
        assert all(left <= box[0] + 1 and box[2] <= right + 2 for box in things)
        assert name.box[0] - 1 <= left == badges[0][0]
        assert right - points.box[2] <= 2
        assert name.is_beside(points) is (players <= 4)
        assert name.box[2] - left > 0.6 * (right - left)
        assert len({b[0] - a[0] for a, b in pairwise(badges)}) <= 1
        assert (badges[0][3] < max(box[1] for box in row)) is (has_news and players > 4)


@pytest.mark.parametrize("pile", [0, FEW_CARDS, FEW_CARDS + 1, 30])
def test_the_pile_says_how_many_cards_are_left(pile: int) -> None:
    """On a warning's ground where they are few; nothing once the game is over."""
    view, over = replace(views(2, 6)[4], pile=pile), replace(views(2, 6)[-1], pile=pile)

    for each in (view, over):
        picture = board(each)
        box = [text.text for text in picture.texts if holds(PILE, text)]
        is_warned = any(b[0] >= PILE[0] and b[1] >= PILE[1] for b in picture.boxes(inks.FEW))
        words = f"{pile} {ENGLISH.pile}" if each.result is None else ""

        assert " ".join(box) == words
        assert bool(picture.stamped(pile_stamp)) is (each.result is None)
        assert is_warned is (pile <= FEW_CARDS and each.result is None)


@pytest.mark.parametrize("game", [*GAMES, (4, 3)], ids=str)
def test_the_final_table_goes_by_places(game: tuple[int, int]) -> None:
    """Best first: place, letters of the colours, name, bars, all points."""
    view = views(*game)[-1]
    assert view.result is not None
    scores, picture = view.result.scores, board(view)
    names = {name: card_name(picture, n) for n, name in enumerate(PEOPLE[: game[0]])}
    order = sorted(names, key=lambda name: names[name].box[1])

    assert [scores[PEOPLE.index(name)] for name in order] == sorted(scores, reverse=True)
    for name, at in names.items():
        player = PEOPLE.index(name)
        before = [e.text for e in picture.texts if e.is_beside(at) and e.box[2] < at.box[0]]
        letters = [code(colour) for colour in view.players[player].colours]
        bars = {
            source: b[2] - b[0]
            for source, ink in BARS.items()
            for b in picture.boxes(ink)
            if b[1] < at.middle[1] < b[3] < b[1] + 40 and b[0] > at.box[2]
        }
        # Every bar has a rim of ink; the passenger's is the first of them.
        rims = (b for b in picture.boxes(theme.INK) if b[1] < at.middle[1] < b[3] < b[1] + 40)
        first = min(b for b in rims if b[0] > at.box[2])
        bars[Source.PASSENGER] = first[2] - first[0]
        kinds = dict(zip(SOURCES, view.result.by_kind[player], strict=True))
        scale = [bars[source] / points for source, points in kinds.items() if points > 4]

        assert sorted(before) == sorted(
            [str(1 + sum(other > scores[player] for other in scores)), *letters]
        )
        assert picture.right_of(at)[-1] == str(scores[player])
        assert max(scale) - min(scale) < max(scale) / 6


def test_the_winner_stands_in_the_banner() -> None:
    """With the points, on their darkest colour; several who share it have a bar each."""
    view = views(3, 3)[-1]
    assert view.result is not None
    for winners in ((1,), (0, 2)):
        places = tuple(1 if player in winners else 2 for player in range(3))
        picture = board(replace(view, result=replace(view.result, places=places)))
        names = " · ".join(PEOPLE[player] for player in winners)
        own = [inks.LINES[colour] for colour in view.players[winners[0]].colours]
        # Bars of points are lower.
        bars = [ink for ink in inks.LINES if any(b[3] - b[1] > 60 for b in picture.boxes(ink))]

        banner = min(picture.written(names), key=lambda each: each.box[1])
        assert picture.right_of(banner) == [str(view.result.scores[winners[0]])]
        if len(winners) == 1:
            grounds = [ink for ink in own if any(is_in(banner.box, b) for b in picture.boxes(ink))]
            assert sorted(bars) == sorted(own)
            assert grounds == [min(own, key=sum)]
        else:
            assert len(bars) == len(winners)


def is_in(box: Box, other: Box) -> bool:
    """Return whether a box lies between the left and right of another one, at its height."""
    middle = (box[1] + box[3]) // 2
    return other[0] <= box[0] and box[2] <= other[2] and other[1] <= middle <= other[3]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_two_turns_of_a_player_stand_on_a_card(game: tuple[int, int]) -> None:
    """Since somebody's last turn but one, of five players too, whose cards are narrow."""
    told = turns(*game)[9 : 10 + game[0]]
    picture = board(told[-1].after, changes_between(told))

    assert len([each for each in picture.stamped(tag_stamp) if each.at[1] > PILE[3]]) == len(told)


@pytest.mark.long
def test_new_tokens_have_a_contour() -> None:
    """Those of who played and has more or fewer than before; nobody else's."""
    for turn in turns(3, 6)[3:30]:
        if turn.seat is None or turn.after.result is not None:
            continue
        seat, after = turn.seat, turn.after
        picture = shown(
            lambda: draw_board(after, PEOPLE[:3], ENGLISH, changes=changes_between([turn]))  # noqa: B023 -- called at once
        )
        coins = picture.stamped(token_stamp)
        papers = [each for each in picture.stamped(disc_stamp) if each.of["colour"] == theme.CARD]
        marked = [coin.at for coin in coins if any(coin.at == paper.at for paper in papers)]
        is_new = turn.before.players[seat].tokens != after.players[seat].tokens

        assert marked == ([coins[seat].at] if is_new else [])
        # No contour covers a number.
        rims = [each.box for each in picture.stamped(disc_stamp) if each.at in marked]
        assert not any(meet(rim, word.box) for rim in rims for word in picture.texts)


def test_a_long_name_is_broken_where_its_rows_are_most_alike() -> None:
    """All its words stay, in their order; what fits one row, or has one word, is not broken."""
    assert broken("Elephant and Castle", 20, 150) == ("Elephant", "and Castle")
    assert broken("Elephant and Castle", 20, 400) == ("Elephant and Castle",)
    assert broken("Knightsbridge", 20, 10) == ("Knightsbridge",)
