"""The Vicon text files of the KERAAL data set."""
