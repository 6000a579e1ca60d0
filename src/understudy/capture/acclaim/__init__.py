"""Acclaim's ASF and AMC: a skeleton in one file, and the turns of its bones in others beside it."""
