"""Pictures of MetrOmania."""

from render.metromania.board import board
from render.metromania.captions import Captions
from render.metromania.changes import Changes, changes

__all__ = ["Captions", "Changes", "board", "changes"]
