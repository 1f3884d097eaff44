"""The tables of the database, and the rows that the store takes and gives."""
