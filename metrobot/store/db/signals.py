"""Signals about a database for everybody who keeps something of it in memory."""


class StoreListener:
    """Listener to changes by others; by itself it does nothing."""

    def replaced(self) -> None:
        """Hear that another database has taken the place of this one."""

    def changed(self, what: str) -> None:
        """Hear of a change by another process.

        Args:
            what: `game` and its number, `people`, `forgotten`; empty if unknown.
        """

    def answered(self, key: str) -> None:
        """Hear that another process has done a job.

        Args:
            key: of the job; empty if unknown.
        """


class StoreSignals(StoreListener):
    """Passes signals on to all listeners.

    Attributes:
        is_heard: whether changes by other processes become known at once; if not, nothing
            in memory can be trusted.
    """

    def __init__(self) -> None:
        self.is_heard = True
        self._listeners = list[StoreListener]()

    def subscribe(self, listener: StoreListener) -> None:
        """Add a listener."""
        self._listeners.append(listener)

    def replaced(self) -> None:
        """Tell that another database is there."""
        for listener in self._listeners:
            listener.replaced()

    def changed(self, what: str) -> None:
        """Tell of a change by another process."""
        for listener in self._listeners:
            listener.changed(what)

    def answered(self, key: str) -> None:
        """Tell that another process has done a job."""
        for listener in self._listeners:
            listener.answered(key)

    def heard(self, payload: str) -> None:
        """Tell of a notification of the server, about a job or anything else."""
        topic, _, key = payload.partition(" ")
        if topic == "job":
            self.answered(key)
            return
        self.changed(payload)
        if not payload:
            self.answered("")
