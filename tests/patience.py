"""How long tests wait for what hangs."""

from typing import Final

PATIENCE: Final = 60.0
"""Seconds on a busy machine; what takes so long hangs."""
