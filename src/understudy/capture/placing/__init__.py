"""From what a file says to a Recording: unit, axes, size and rate, by one rule for every format."""
