"""C3D: markers, force plates and what laboratories say about them, in binary."""
