"""The contract between the frame and each game, and the tools that both use."""
