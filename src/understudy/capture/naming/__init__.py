"""Which point is which landmark."""
