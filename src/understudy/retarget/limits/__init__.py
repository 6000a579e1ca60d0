"""What a robot must not do while it follows a person."""
