"""The rules as short pages."""

from typing import Final

PAGES: Final = (
    ("goal", "ou.topic.goal.name", "ou.topic.goal.text"),
    ("turn", "ou.topic.turn.name", "ou.topic.turn.text"),
    ("words", "ou.topic.words.name", "ou.topic.words.text"),
    ("setup", "ou.topic.setup.name", "ou.topic.setup.text"),
    ("building", "ou.topic.building.name", "ou.topic.building.text"),
    ("branch", "ou.topic.branch.name", "ou.topic.branch.text"),
    ("loop", "ou.topic.loop.name", "ou.topic.loop.text"),
    ("points", "ou.topic.points.name", "ou.topic.points.text"),
    ("pairs", "ou.topic.pairs.name", "ou.topic.pairs.text"),
    ("enclosed", "ou.topic.enclosed.name", "ou.topic.enclosed.text"),
    ("passenger", "ou.topic.passenger.name", "ou.topic.passenger.text"),
    ("choice", "ou.topic.choice.name", "ou.topic.choice.text"),
    ("cards", "ou.topic.cards.name", "ou.topic.cards.text"),
    ("end", "ou.topic.end.name", "ou.topic.end.text"),
    ("fairness", "ou.topic.fairness.name", "ou.topic.fairness.text"),
)
"""Key, name and text of each page, in the order of reading."""

PICTURED: Final = {
    "branch": "ou.alt.topic_branch",
    "loop": "ou.alt.topic_loop",
    "enclosed": "ou.alt.topic_enclosed",
    "passenger": "ou.alt.topic_passenger",
}
"""Pages that have a picture, with the key of its alt text."""
