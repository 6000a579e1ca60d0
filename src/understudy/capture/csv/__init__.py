"""Tables of named points for everybody."""
