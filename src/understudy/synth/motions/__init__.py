"""What the performer knows to do, one motion or one means of moving a file."""
