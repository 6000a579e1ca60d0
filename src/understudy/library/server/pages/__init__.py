"""The page for people: rendered here, with small scripts, and nothing from elsewhere."""
