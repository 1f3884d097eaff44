"""The contract that all games share: pure values, no clock, no chance, no I/O."""
