"""Pictures of Metrolijn."""

from render.metrolijn.captions import SheetWords
from render.metrolijn.finale import draw_count
from render.metrolijn.intent import Intent
from render.metrolijn.sheets import draw_sheets, draw_since
from render.metrolijn.topics import TOPICS, draw_topic
from render.metrolijn.whole import draw_half, draw_sheet

__all__ = [
    "TOPICS",
    "Intent",
    "SheetWords",
    "draw_count",
    "draw_half",
    "draw_sheet",
    "draw_sheets",
    "draw_since",
    "draw_topic",
]
