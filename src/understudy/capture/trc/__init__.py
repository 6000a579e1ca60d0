"""TRC: the marker tables of Motion Analysis, OpenSim and Pose2Sim."""
