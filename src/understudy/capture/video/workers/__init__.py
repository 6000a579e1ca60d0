"""Scripts that run in a tracker's own environment; nothing here is imported by Understudy."""
