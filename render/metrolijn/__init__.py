"""Pictures of Metrolijn."""

from render.metrolijn.captions import SheetWords
from render.metrolijn.intent import Intent
from render.metrolijn.sheets import draw_count, draw_sheets
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
    "draw_topic",
]
