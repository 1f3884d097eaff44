"""Jobs that take seconds, left to other processes that share the database."""
