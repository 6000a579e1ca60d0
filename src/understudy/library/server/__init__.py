"""A library behind HTTP: an interface for programs, and a page for people that does no more than that."""
