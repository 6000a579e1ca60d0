"""What is wrong with a model and can be put right in memory, said in a line each."""
