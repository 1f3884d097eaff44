"""One person at all tables: wishes, languages, results."""
