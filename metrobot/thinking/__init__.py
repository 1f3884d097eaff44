"""Where computers think: in processes of their own, out of the way of people."""
