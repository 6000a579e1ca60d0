"""A motion as one vector, alike for motions that look alike; an own design."""
