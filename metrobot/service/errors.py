"""Why the table refuses something: keys with public facts, never sentences."""

from enum import StrEnum

from metrobot.engine.errors import Refusal


class TableError(Refusal):
    """What somebody asked of a table and may not have; nothing has changed."""


class TableKey(StrEnum):
    """Keys of the refusals of tables; the facts that go with each beside it."""

    NONE_HERE = "table.none_here"
    """No game in this channel, or none with this id."""
    EXISTS = "table.exists"
    """channel: its id; message: id of the newest lobby or board message, 0 if unknown."""
    NO_SUCH_TITLE = "table.no_such_title"
    """title: what was asked for; titles: the ids that there are."""
    WRONG_COUNT = "table.wrong_count"
    """have: the number of people; counts: the numbers that can play, as strings."""
    FULL = "table.full"
    """capacity: the number of people who have a place."""
    ALREADY_IN = "table.already_in"
    """The person has joined before."""
    NOT_IN_LOBBY = "table.not_in_lobby"
    """The person who wants to leave has not joined."""
    NOT_HOST = "table.not_host"
    """host: name of the host, who alone may do this (with those who manage channels)."""
    TOO_FEW = "table.too_few"
    """need: the least number of people; have: how many there are."""
    NO_SUCH_OPTION = "table.no_such_option"
    """option: its name; value: the value that was asked for, as a string."""
    OPTION_WRONG_COUNT = "table.option_wrong_count"
    """option: chosen for another number of people; value: as a string; counts: as strings."""
    STARTED = "table.started"
    """The game has started: the lobby is closed."""
    NOT_STARTED = "table.not_started"
    """The game has not started: there is nothing to play or see yet."""
    NOT_SEATED = "table.not_seated"
    """The person does not play in this game."""
    NOT_YOUR_TURN = "table.not_your_turn"
    """names: who is awaited."""
    STALE = "table.stale"
    """The board has moved on since this was offered."""
    OVER = "table.over"
    """The game is over or was cancelled."""
    OTHER_SERVER = "table.other_server"
    """A game cannot leave its server: its people are there."""
    ALREADY_HERE = "table.already_here"
    """The game is in this channel already."""
    STILL_SEATED = "table.still_seated"
    """The person has a place in an unfinished game, or is its host."""
    TURN_UNFINISHED = "table.turn_unfinished"
    """The draft to be confirmed is not yet a whole turn."""
