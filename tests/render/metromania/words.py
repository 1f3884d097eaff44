"""Names and words for pictures in tests."""

from render.metromania.captions import Captions

ENGLISH = Captions(
    days=("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    whole_days=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    letters=("N", "O", "T", "P"),
    player="Player",
    turn="Turn",
    to_act="to act",
    thinking="is thinking",
    last_turns="Last turns",
    over="Building is over",
    stations_left="Stations left",
    lines_done="Lines done",
    played="{name} played: {points}",
    home="Home",
    work="Work",
    leisure="Leisure",
    park="Park",
    lake="Lake",
    start_gate="a line starts",
    end_gate="a line ends",
    minutes="min",
    change="change",
    impossible="No way",
    cancelled="cancelled",
    nobody="nobody scores",
    not_placed="not placed",
    no_station="no station",
    no_connection="no connection",
    held="in your hand",
    placed="placed, with a station",
    unserved="placed, no station yet",
    empty_hand="No markers",
    hand="Your destinations",
    legal="allowed",
    illegal="not allowed",
    station="a station is made",
    no_new_station="no station",
)

PEOPLE = ("Ada Lovelace", "Bartholomew-Maximilian the Third", "Zoë 🚇 *star*", "王小明")
