"""OptiTrack Motive's CSV exports."""
