"""What all placing of names and numbers shares: the search, weights, leaders."""
