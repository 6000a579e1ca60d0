"""The numeric core: a MuJoCo model compiled to arrays, its kinematics, and the bounded solver."""
