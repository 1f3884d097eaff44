"""On the Underground: building London's lines, and a passenger who uses them."""
