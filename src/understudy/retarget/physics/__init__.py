"""What a motion asks of the ground and of motors, as costs of a whole clip."""
