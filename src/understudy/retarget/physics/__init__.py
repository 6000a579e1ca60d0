"""What a motion asks of the ground and of motors, as limits of a whole clip."""
