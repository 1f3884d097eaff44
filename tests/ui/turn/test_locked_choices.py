"""All choose at once: locking, changing and opening, as people do it in Discord."""

import pytest

from metrobot.service.model.play import PlayerId
from metrobot.service.outbox.delivery import NoNotifier
from tests.service.toy_rounds import Pick
from tests.ui.rounds_stage import Rounds
from tests.ui.stage import again, alts, ids, labels, texts
from tests.ui.test_deliveries import posts


@pytest.fixture
async def duel(game: Rounds) -> Rounds:
    """Return a game of Ann and Bob."""
    with game.stage.env.time_context():
        await game.start(1)
    return game


async def test_all_are_called_at_once(game: Rounds) -> None:
    """The board mentions everybody; its buttons are named by the front."""
    await game.start(1, 2)
    people = game.stage.people[:3]

    said = texts(game.board)
    assert all(person.mention in said for person in people)
    assert labels(game.board) == [
        "Choose",
        "My sheet",
        "Board",
        "Follow",
        "How to play",
        "In words",
    ]
    (post,) = [each for each in posts(game.stage, game.stage.channel.id) if "nonce" in each][-1:]
    assert post["allowed_mentions"]["users"] == [person.id for person in people]


async def test_a_lock_is_private_and_can_be_changed(game: Rounds) -> None:
    await game.start(1, 2)
    before = len(game.stage.public)
    planner = await game.lock(0, 2)

    assert texts(planner) == (
        "**Locked.** You can change it until everyone has locked.\n"
        "Still choosing: \u2068Bob\u2069 and \u2068Cat\u2069."
    )
    assert (labels(planner), planner.attachments) == (["Change"], [])
    assert len(game.stage.public) == before


async def test_the_board_says_who_has_locked(game: Rounds) -> None:
    """The same message, its picture kept; it mentions those who still choose."""
    await game.start(1, 2)
    board = game.board
    await game.lock(1, 2)
    cat, ann = game.stage.people[2], game.stage.people[0]

    assert game.board.id == board.id
    assert "\n-# Turn started <t:" in texts(game.board)
    assert texts(game.board).startswith(
        f"Choose now in Rounds: {ann.mention} and {cat.mention}. "
        "🔒 Locked: \u2068Bob\u2069.\nThe game begins.\n"
    )
    assert [a.url for a in game.board.attachments] == [a.url for a in board.attachments]
    assert alts(game.board) == alts(board) == ["Totals 0, 0 and 0, limit 3."]
    assert ids(game.board) == ids(board)
    (edit,) = game.edits()
    kept = [(int(each["id"]), each["filename"]) for each in edit.json["attachments"]]
    assert kept == [(each.id, each.filename) for each in board.attachments]
    assert edit.json["allowed_mentions"]["users"] == [ann.id, cat.id]
    assert edit.json["allowed_mentions"]["parse"] == []
    stored = game.stage.env.backend.get_message(board.channel.id, board.id)
    assert stored.ping_user_ids == [ann.id, cat.id]


async def test_who_has_locked_sees_his_choice(duel: Rounds) -> None:
    """By Choose under the board, and by Change in the private message."""
    locked = await duel.lock(0, 3, 1)
    chosen = await duel.choose(0)
    changing = await duel.stage.press(0, locked, "Change")

    for planner in (chosen, changing):
        assert texts(planner).startswith("🔒 This is what you have locked.")
        assert "Picked 3 and 1" in texts(planner)
        assert labels(planner) == ["Undo", "Restart", "Lock", "In words"]


async def test_a_choice_is_changed(duel: Rounds) -> None:
    locked = await duel.lock(0, 2)
    edits = len(duel.edits())
    planner = await duel.stage.press(0, locked, "Change")
    planner = await duel.stage.press(0, planner, "Undo")
    undone = texts(planner)
    planner = await duel.stage.press(0, planner, "Pick 1")
    between = (await duel.table()).choice_of(PlayerId(duel.stage.people[0].id))
    planner = await duel.stage.press(0, planner, "Lock")

    assert undone.startswith("🔒 Your earlier choice counts until you lock this one.")
    assert between == (Pick(2),)
    assert labels(planner) == ["Change"]
    assert len(duel.edits()) == edits
    await duel.lock(1, 0)
    assert (await duel.table()).state.totals == (1, 0)


async def test_the_last_lock_shows_the_round(duel: Rounds) -> None:
    """One message with all choices and the new board; all are called for the next round."""
    await duel.lock(1, 2)
    before = len(duel.stage.public)
    planner = await duel.lock(0, 1)

    assert texts(planner).startswith("**Locked.** You were the last")
    assert ids(planner) == []
    assert len(duel.stage.public) == before + 1
    said = texts(duel.stage.last)
    assert said.startswith("Choose now in Rounds: ")
    assert "\n**1.** Round 0: 1 and 2\n" in said
    assert all(person.mention in said for person in duel.stage.people[:2])
    assert "Locked" not in said
    assert len(duel.edits()) == 1


async def test_a_lock_that_was_not_shown_is_shown_after_a_restart(duel: Rounds) -> None:
    """The bot ended between the lock and the edit."""
    duel.stage.bot.parts.tables._outbox.notifier = NoNotifier()
    await duel.lock(0, 2)
    before = texts(duel.board)
    await duel.stage.restart()
    await duel.stage.env.advance_time(60)

    assert "Locked:" not in before
    assert "Locked: \u2068Ann\u2069." in texts(duel.board)


async def test_a_late_lock_is_refused_with_a_way_on(duel: Rounds) -> None:
    left = await duel.choose(0, 3, 0)
    locked = await duel.lock(0, 1)
    await duel.lock(1, 1)

    late = await duel.stage.people[0].click(left, label="Lock")
    assert late.followups == []
    # The answer to the lock of a moment ago stays.
    changed = await duel.stage.people[0].click(locked, label="Change")
    for refusal in (again(duel.stage, left), changed.followups[0]):
        assert texts(refusal).startswith(("**Already played.**", "The game has moved on"))
        assert labels(refusal) == ["Choose"]
    assert (await duel.table()).locked == frozenset()


async def test_strangers_are_told_that_they_do_not_play(duel: Rounds) -> None:
    answer = await duel.stage.people[3].click(duel.board, label="Choose")

    assert texts(answer.response).startswith("You’re not in this game.")


async def test_an_old_boards_choose_opens_the_new_round(duel: Rounds) -> None:
    old = duel.board
    await duel.lock(0, 1)
    await duel.lock(1, 1)
    answer = await duel.stage.people[0].click(old, label="Choose")

    assert texts(answer.response) == "Picked"


async def test_the_status_says_who_has_locked(game: Rounds) -> None:
    await game.start(1, 2)
    await game.lock(0, 2)
    answer = (await game.stage.people[0].slash(game.stage.channel, "game status")).response
    board = (await game.stage.people[0].slash(game.stage.channel, "board")).response

    for said in (answer, board):
        assert "Waiting for \u2068Bob\u2069 and \u2068Cat\u2069" in texts(said)
        assert "Choose" in labels(said)
    assert "**You have locked** your choice" in texts(answer)
    assert "Locked: \u2068Ann\u2069." in texts(board)


async def test_what_is_typed_is_locked_too(duel: Rounds) -> None:
    await duel.lock(0, 1)
    answer = await duel.stage.people[0].slash(duel.stage.channel, "pick", count=2)
    opened = texts(answer.response)
    locked = await duel.stage.press(0, answer.response, "Lock")

    assert opened.startswith("🔒 Your earlier choice counts")
    assert labels(locked) == ["Change"]
    await duel.lock(1, 0)
    assert (await duel.table()).state.totals == (2, 0)


async def test_the_sheet_shows_no_choice_that_is_sealed(duel: Rounds) -> None:
    """Not even one's own: what is locked stands in the planner alone."""
    await duel.lock(0, 2)
    told = [
        texts((await duel.stage.people[number].click(duel.board, label="My sheet")).response)
        for number in (0, 1)
    ]

    assert told == ["Your total: 0", "Your total: 0"]


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (403, 50013), (400, 30046)])
async def test_a_board_that_cannot_be_edited_holds_up_nothing(
    duel: Rounds, status: int, code: int
) -> None:
    """Deleted, forbidden or too old: the lock counts, the next board comes."""
    path = f"/channels/{duel.stage.channel.id}/messages/{duel.board.id}"
    duel.stage.env.inject_error("PATCH", path, status=status, code=code, times=None)
    await duel.lock(0, 2)
    await duel.stage.env.advance_time(120)
    tries = len([each for each in duel.stage.env.http_requests if each.path == path])
    await duel.lock(1, 1)

    assert tries == 1
    assert "\n**1.** Round 0: 2 and 1\n" in texts(duel.stage.last)


@pytest.mark.parametrize(("status", "code"), [(403, 40004), (503, 0)])
async def test_an_edit_that_discord_takes_later_is_made_later(
    duel: Rounds, status: int, code: int
) -> None:
    """Neither a limit that passes nor a hiccup takes anything from the board."""
    path = f"/channels/{duel.stage.channel.id}/messages/{duel.board.id}"
    duel.stage.env.inject_error("PATCH", path, status=status, code=code, times=1)
    await duel.lock(0, 2)
    before = texts(duel.board)
    await duel.stage.env.advance_time(30)

    assert "Locked" not in before
    assert "Locked: \u2068Ann\u2069." in texts(duel.board)


async def test_an_edit_that_lost_its_picture_brings_it_again(duel: Rounds) -> None:
    """Discord does not find the file that the message had: it is drawn anew."""
    path = f"/channels/{duel.stage.channel.id}/messages/{duel.board.id}"
    duel.stage.env.inject_error("PATCH", path, status=400, code=50035, times=1)
    await duel.lock(0, 2)

    assert "Locked: \u2068Ann\u2069." in texts(duel.board)
    assert [each.filename for each in duel.board.attachments] == ["rounds-1.png"]


async def test_an_edit_after_a_restart_brings_the_picture_again(game: Rounds) -> None:
    """Nobody remembers by what id Discord keeps it; from then on it is known again."""
    await game.start(1, 2)
    posted = game.board.attachments
    await game.stage.restart()
    await game.lock(0, 2)
    drawn = game.board.attachments
    await game.lock(1, 2)

    sent = [[each.get("id") for each in edit.json["attachments"]] for edit in game.edits()]
    assert [each.filename for each in drawn] == [each.filename for each in posted]
    assert drawn[0].id != posted[0].id
    assert game.board.attachments == drawn
    assert [int(each) for each in sent[1]] == [drawn[0].id]


async def test_all_who_are_awaited_are_reminded_in_one_post(game: Rounds) -> None:
    """Players with a locked choice are left out; a restart repeats nothing."""
    await game.start(1, 2)
    await game.lock(1, 1)
    before = len(game.stage.public)
    await game.stage.env.advance_time(25 * 3600)
    await game.stage.restart()

    ann, _, cat = game.stage.people[:3]
    (reminder,) = game.stage.public[before:]
    assert texts(reminder).startswith(f"⏰ {ann.mention} and {cat.mention}, it’s your turn in ")
    stored = game.stage.env.backend.get_message(game.stage.channel.id, reminder.id)
    assert set(stored.ping_user_ids) == {ann.id, cat.id}
