"""OpenSim's MOT and STO files."""
