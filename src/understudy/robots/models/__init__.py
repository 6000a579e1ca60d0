"""Reading model files: URDF and MJCF of any maker, turned into one kind of MuJoCo specification."""
