"""The reference human's body: segments, lengths, shape, masses and points on it, as a MuJoCo model."""
