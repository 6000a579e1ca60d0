"""Several demonstrations of one move: brought into step, averaged, judged, and new ones drawn."""
