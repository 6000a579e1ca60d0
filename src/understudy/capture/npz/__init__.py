"""Named points in NumPy archives, and saved recordings."""
