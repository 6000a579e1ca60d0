"""What pictures need wherever they are made: off-screen OpenGL, a camera in a scene, films."""
