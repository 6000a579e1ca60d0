"""The tables of all points that FreeMoCap writes."""
