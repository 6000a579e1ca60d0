"""What a robot does in simulation: for now, whether its servos hold it."""
