"""What runs from time to time, and what hosts do with the database."""
