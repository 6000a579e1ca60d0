"""The performer: how long its segments are at any age, its joints, its angles, its points on the skin."""
