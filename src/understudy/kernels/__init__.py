"""How kernels are compiled and kept, and what any of them may call: common ground of all that computes."""
