"""Which joint is what, from a skeleton's tree, proportions and motion, whatever its joints are called."""
