"""What unknown labels mean, told by their words and by where their markers are."""
