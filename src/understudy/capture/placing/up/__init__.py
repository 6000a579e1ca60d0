"""Which way is up in a file: evidence in log odds, one kind a file, and the decision."""
