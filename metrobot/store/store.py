"""The store: every transaction there is, as a function."""


class Store:
    """The database of the bot."""
