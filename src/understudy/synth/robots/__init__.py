"""Made-up robots: known ones rewritten in other ways, and random ones whose landmarks are known."""
