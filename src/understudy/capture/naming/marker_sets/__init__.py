"""Marker sets: which marker sits where on a body, and the joints that follow from them."""
