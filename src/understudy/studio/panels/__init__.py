"""What the studio looks like: thin panels that show a session's state and call its methods."""
