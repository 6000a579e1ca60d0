"""glTF, GLB and VRM: scenes as JSON with numbers in buffers."""
