"""Games as they were: step by step, as an animation, from a file."""
