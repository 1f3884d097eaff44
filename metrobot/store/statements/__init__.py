"""All the SQL there is, by what it is about; each function works within a transaction."""
