"""MINI-RGBD, synthetic infants."""
