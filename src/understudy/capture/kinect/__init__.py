"""Bodies that depth cameras track: Kinect v1, v2 and Azure, NuiTrack and OpenNI."""
