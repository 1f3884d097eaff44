"""The arena: computer players against each other, and against programs from outside."""
