"""What all placing of names and numbers shares: search, memory, weights, leaders."""
