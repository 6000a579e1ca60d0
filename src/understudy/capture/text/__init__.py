"""What a number, a word, a line and a table of a text file is, the same for every format."""
