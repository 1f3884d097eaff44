"""A database: connections, transactions, locks, and what can go wrong with it."""
