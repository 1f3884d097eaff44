"""What everybody has to find on a picture of On the Underground, whatever else stands there."""

from metrobot.games.underground.board import COLOURS, STATIONS
from tests.legible.kinds import Course, tables
from tests.render.needed import board, each_of, missing, unnamed


@each_of("underground")
def test_a_board_of_london_names_people_points_and_destinations(course: Course) -> None:
    """Passenger, open destinations, and the ends of the lines of the seat to act."""
    for table in tables(course, is_brief=True):
        texts, view = board(table), table.view_for(None)
        own = () if view.to_act is None else view.players[view.to_act].colours
        ends = {end for colour in own for end in view.line(colour).ends}
        open_now = set(view.open_cards) | {view.passenger} if view.passenger is not None else set()
        laid = [COLOURS[line.colour].code for line in view.lines if line.track]
        places = [" ".join(STATIONS[at].label_lines) for at in ends | open_now]

        assert missing(places, texts) == []
        assert missing(laid, texts) == []
        assert unnamed(table, texts) == []
        assert missing([str(player.score) for player in view.players], texts) == []
