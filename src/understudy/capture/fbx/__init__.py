"""FBX: scenes of animation programs, read by ufbx in a process of its own."""
