"""What befalls a database that whoever remembers something of it has to hear."""


class StoreListener:
    """Hears what others do with the database; of itself it does nothing."""

    def replaced(self) -> None:
        """Hear that another database has taken the place of this one."""

    def changed(self, what: str) -> None:
        """Hear what another process has changed.

        Args:
            what: `game` and its number, `people`, `forgotten`; empty where it is not known.
        """

    def answered(self, key: str) -> None:
        """Hear that another process has done a job.

        Args:
            key: of the job; empty where it is not known which.
        """


class StoreSignals(StoreListener):
    """Passes on to all listeners what one of them would hear."""

    def __init__(self) -> None:
        self._listeners = list[StoreListener]()

    def subscribe(self, listener: StoreListener) -> None:
        """Have a listener hear of everything from now on."""
        self._listeners.append(listener)

    def replaced(self) -> None:
        """Tell that another database is there."""
        for listener in self._listeners:
            listener.replaced()

    def changed(self, what: str) -> None:
        """Tell what another process has changed."""
        for listener in self._listeners:
            listener.changed(what)

    def answered(self, key: str) -> None:
        """Tell that another process has done a job."""
        for listener in self._listeners:
            listener.answered(key)

    def heard(self, said: str) -> None:
        """Tell what a server has said of other processes: of a job or of anything else."""
        what, _, key = said.partition(" ")
        if what == "job":
            self.answered(key)
            return
        self.changed(said)
        if not said:
            self.answered("")
