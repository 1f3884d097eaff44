"""Whether a PostgreSQL can be started here: python -m tests.postgresql."""

import sys

from tests.postgresql.server import NoServerError, Server

if __name__ == "__main__":
    try:
        Server.start().stop()
    except NoServerError as error:
        sys.exit(f"No PostgreSQL starts here: {error}.")
