"""Costs, one file each: what they hold, what they add to the normal equations, and their bare residual.

A block is a named tuple of arrays: what (bodies, points on them), where (targets over T frames), weight,
reach. Beside it stand a kernel ``add_…`` that adds ½‖r‖² to the cost, Jᵀr to the gradient and the lower
triangle of JᵀJ to the matrix (Gauss–Newton), and two methods: ``residual``, r in plain NumPy for tests, and
``coupled``, the degrees of freedom that one residual ties together. ``timed`` names the arrays that have a
row for every frame. ``costs.py`` lists all blocks; one that is not used is empty arrays and costs nothing.
"""
