"""What a hint of MetrOmania says of a turn."""

from random import Random

from metrobot.engine.draft import new_draft
from metrobot.games.registry import TITLES
from metrobot.players.explain import turn_from
from metrobot.players.metromania.reasons import reasons
from tests.players.test_players import positions


def test_of_the_lines_that_grew_the_one_nearest_to_a_gate_is_told() -> None:
    """One sentence, whatever else grew; none where no line can get there any more."""
    dice, counts = Random(5), set[int]()
    found = [each for seed in "abcdef" for each in positions("metromania", 2, 10, seed)]
    for state, seat in found:
        draft = start = new_draft(TITLES["metromania"], state, seat)
        while not draft.is_turn_over:
            draft = draft.then(dice.randrange(len(draft.open_choices)))
        choice = turn_from(start, draft)
        said = [each.count for each in reasons(choice) if each.key == "why.mm.way"]
        lines = {line.name: line for line in choice.turn.after.companies[seat].lines}
        ways = [
            stand.needs
            for stand in choice.turn.outlook
            if stand.name in choice.turn.lines
            and not lines[stand.name].is_finished
            and stand.needs
            and stand.needs <= lines[stand.name].tunnels_left
        ]
        counts.add(len(ways))

        assert said == sorted(ways)[:1]
    assert counts >= {0, 1, 2}
