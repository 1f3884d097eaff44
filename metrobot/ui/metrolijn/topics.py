"""The rules as short pages."""

from typing import Final

PAGES: Final = (
    ("goal", "ml.topic.goal.name", "ml.topic.goal.text"),
    ("round", "ml.topic.round.name", "ml.topic.round.text"),
    ("words", "ml.topic.words.name", "ml.topic.words.text"),
    ("setup", "ml.topic.setup.name", "ml.topic.setup.text"),
    ("number", "ml.topic.number.name", "ml.topic.number.text"),
    ("express", "ml.topic.express.name", "ml.topic.express.text"),
    ("transfer", "ml.topic.transfer.name", "ml.topic.transfer.text"),
    ("free", "ml.topic.free.name", "ml.topic.free.text"),
    ("fewer", "ml.topic.fewer.name", "ml.topic.fewer.text"),
    ("ring", "ml.topic.ring.name", "ml.topic.ring.text"),
    ("lines", "ml.topic.lines.name", "ml.topic.lines.text"),
    ("scoring", "ml.topic.scoring.name", "ml.topic.scoring.text"),
    ("alone", "ml.topic.alone.name", "ml.topic.alone.text"),
    ("special", "ml.topic.special.name", "ml.topic.special.text"),
    ("fairness", "ml.topic.fairness.name", "ml.topic.fairness.text"),
)
"""Key, name and text of each page, in the order of reading."""

PICTURED: Final = {
    "number": "ml.alt.topic_number",
    "express": "ml.alt.topic_express",
    "transfer": "ml.alt.topic_transfer",
    "ring": "ml.alt.topic_ring",
    "scoring": "ml.alt.topic_scoring",
}
"""Pages that have a picture, with the key of its alt text."""
