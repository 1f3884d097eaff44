"""The kinds of databases that are known, as SQLAlchemy calls them."""

from typing import Final

EMBEDDED: Final = "sqlite"
"""In a file of ours."""
SHARED: Final = "postgresql"
"""On a server, which several processes share."""
