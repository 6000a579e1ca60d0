"""BVH: a skeleton, and the turns of its joints in every frame."""
