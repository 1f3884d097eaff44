"""The async shell around the rules: tables, chance, clock, delivery."""
