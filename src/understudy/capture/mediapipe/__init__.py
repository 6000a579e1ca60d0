"""MediaPipe's BlazePose."""
