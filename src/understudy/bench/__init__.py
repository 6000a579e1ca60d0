"""Speed, measured as ratios in one process: against mink, over frames, joints and threads."""
