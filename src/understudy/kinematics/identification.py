"""Lengths and places of points identified together with the poses of many frames.

All frames share the lengths and the points' places on their bodies; every frame has a pose of its own.
For given shared parameters the poses follow by the bounded fit of :mod:`marker_fit`; what remains is a
problem in the shared parameters alone, solved by Levenberg and Marquardt with :mod:`reduced_system`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from understudy.kinematics.marker_fit import FitOptions, MarkerFit, MarkerFitter
from understudy.kinematics.reduced_system import ReducedSystem, huber_weights, reduce_poses
from understudy.kinematics.shape import Shape

OUTLYING = 3.0
"""Distance of a point in standard deviations of a coordinate from which on its pull grows no more."""

INLYING_SHARE = 0.97881
"""Mean of min(d, 3)² over that of d², for d the length of three standard normal numbers."""

FIRST_NOISE = 0.01
"""Noise of a coordinate [m] that is assumed at first."""

CURVATURE = 1.25
"""By so much true errors exceed those of a linear problem, as places depend on noisy angles along curves;
found in trials with known lengths (``benchmarks/fit_speed.py``)."""

SETTLED = 0.1
"""The noise has settled once it changes by less than this share of itself."""

FINEST_STEP, COARSEST_STEP = 1e-6, 1e-4
"""Bounds of the step [rad or m] at which a pose counts as found."""

MOST_ITERATIONS = 40

MANY_FRAMES, THINNED = 80, 4
"""From so many frames on a search among every fourth of them comes first, which costs a quarter."""

TRUSTING_ITERATIONS = 3
"""At first, while errors repeat because the lengths are wrong, all frames count as independent."""

LEAST_INDEPENDENCE = 0.01
"""Share of the frames that count as independent, however much their errors repeat."""

SMALL_STEP, SMALL_SHARE = 1e-6, 0.2
"""The search ends once no parameter moves by more [m], or than this share of its standard error."""


@dataclass(frozen=True, eq=False)
class Prior:
    """What is known before anything was measured.

    Attributes:
        lengths: (N,) [m] means.
        length_precision: (N, N) [1/m²] inverse of their covariance.
        offset_deviation: (P,) [m] how far a point may sit from where it should, in each direction;
            0 where its place is certain.
    """

    lengths: np.ndarray
    length_precision: np.ndarray
    offset_deviation: np.ndarray


@dataclass(frozen=True, eq=False)
class Problem:
    """What is given.

    Attributes:
        shape: The tree and its points before anything was identified.
        prior: What is known of lengths and places.
        lower: (V,) limits of all degrees of freedom [rad or m].
        upper: (V,).
        home: (Q,) the posture for what the points leave open.
        places: (T, P, 3) [m] where points were measured in the chosen frames.
        seen: (T, P).
        options: How poses are fitted; its noise and tolerance are found anew.
        least_noise: Standard deviation [m] of a coordinate at least, however well everything fits.
    """

    shape: Shape
    prior: Prior
    lower: np.ndarray
    upper: np.ndarray
    home: np.ndarray
    places: np.ndarray
    seen: np.ndarray
    options: FitOptions
    least_noise: float = 1e-6

    def poses(self, shape: Shape, noise: float, start: np.ndarray | None) -> MarkerFit:
        """Return the poses that fit best for a given shape, from poses (T, Q) where they are known."""
        # Poses need not be known better than a tenth of the noise allows, a metre away from a joint.
        fine = min(max(0.1 * noise, FINEST_STEP), COARSEST_STEP)
        options = replace(self.options, noise=noise, tolerance=OUTLYING * noise, smallest_step=fine)
        fitter = MarkerFitter(shape.tree, shape.points, self.lower, self.upper, self.home, options)
        return fitter.fit(self.places, self.seen, start)

    def posture_cost(self, q: np.ndarray) -> float:
        """Return half the sum of squares of how far joints are from home, in standard deviations."""
        columns = self.shape.tree.dof_q[self.shape.tree.dof_q >= 0]
        return 0.5 * float((((q - self.home)[:, columns] / self.options.posture) ** 2).sum())


@dataclass(frozen=True, eq=False)
class Identification:
    """What was identified.

    Attributes:
        shape: The tree and its points with identified lengths and places.
        standard_errors: (N,) [m] of the lengths.
        covariance: (N, N) [m²] of the lengths.
        offsets: (P, 3) [m] how far each point was moved on its body, in the body's frame.
        noise: Standard deviation [m] of a measured coordinate.
        independence: Share of the frames that tell something new, 1 where errors never repeat.
        fit: The poses of the chosen frames.
        iterations: How many it took; negative where it did not converge.
    """

    shape: Shape
    standard_errors: np.ndarray
    covariance: np.ndarray
    offsets: np.ndarray
    noise: float
    independence: float
    fit: MarkerFit
    iterations: int


def identify(
    problem: Problem, start: np.ndarray | None = None, progress: Callable[[int, int], None] | None = None
) -> Identification:
    """Identify lengths and places of points.

    Args:
        problem: Shape, prior, limits and measurements of the chosen frames.
        start: (T, Q) poses, where they are roughly known.
        progress: Told iterations done and the most there may be.
    """
    guess = None
    if len(problem.places) >= MANY_FRAMES:
        few = replace(problem, places=problem.places[::THINNED], seen=problem.seen[::THINNED])
        guess = _Search(few, None if start is None else start[::THINNED])
        guess.run(None)
    search = _Search(problem, start, guess)
    iterations = search.run(progress)
    return search.result(iterations)


class _Search:
    """The state of the search: shared parameters, poses, noise, and damping."""

    def __init__(self, problem: Problem, start: np.ndarray | None, guess: _Search | None = None) -> None:
        self.problem = problem
        self.count = len(problem.shape.names)
        self.free = np.repeat(problem.prior.offset_deviation > 0.0, 3)
        self.parameters = np.concatenate([problem.shape.values, np.zeros(self.free.sum())])
        self.means = np.concatenate([problem.prior.lengths, np.zeros(self.free.sum())])
        self.precision = np.diag(np.ones(len(self.parameters)))
        self.precision[: self.count, : self.count] = problem.prior.length_precision
        deviations = np.repeat(problem.prior.offset_deviation, 3)[self.free]
        self.precision[range(self.count, len(self.means)), range(self.count, len(self.means))] = (
            deviations**-2
        )
        self.damp, self.iteration, self.independence, self.noise = 1e-6, 0, 1.0, FIRST_NOISE
        if guess is not None:
            self.parameters, self.noise = guess.parameters, guess.noise
            self.iteration, self.independence = TRUSTING_ITERATIONS, guess.independence
        self.fit = problem.poses(self.shape(self.parameters), self.noise, start)
        if guess is None:
            self.noise = max(_noise_of(self.fit.distances, FIRST_NOISE, 1.0), problem.least_noise)
            self.fit = problem.poses(problem.shape, self.noise, self.fit.q)

    def run(self, progress: Callable[[int, int], None] | None) -> int:
        """Step until the search is over; return the iterations, negative if there were too many."""
        for iteration in range(1, MOST_ITERATIONS + 1):
            is_over = self.step()
            if progress is not None:
                progress(iteration, MOST_ITERATIONS)
            if is_over:
                return iteration
        return -MOST_ITERATIONS

    def offsets(self, parameters: np.ndarray) -> np.ndarray:
        """Return (P, 3) [m] how far parameters move the points on their bodies."""
        offsets = np.zeros(len(self.free))
        offsets[self.free] = parameters[self.count :]
        return offsets.reshape(-1, 3)

    def shape(self, parameters: np.ndarray) -> Shape:
        """Return the shape that parameters make."""
        return self.problem.shape.at(parameters[: self.count], self.offsets(parameters))

    def step(self) -> bool:
        """Take one step of Levenberg and Marquardt; tell whether the search is over."""
        system = self._system()
        matrix = self.independence * system.matrix + self.precision
        gradient = self.independence * system.gradient + self.precision @ (self.parameters - self.means)
        deviations = np.sqrt(np.diag(np.linalg.inv(matrix)))
        before = self._cost(self.parameters, self.fit)
        while True:
            damped = matrix + self.damp * np.diag(np.diag(matrix))
            trial = self.parameters - cho_solve(cho_factor(damped), gradient)
            fit = self.problem.poses(self.shape(trial), self.noise, self.fit.q)
            moved = np.abs(trial - self.parameters)
            is_small = bool((moved < np.maximum(SMALL_STEP, SMALL_SHARE * deviations)).all())
            is_better = self._cost(trial, fit) <= before
            if is_better or is_small:
                break
            self.damp = max(10.0 * self.damp, 1e-4)
        self.damp = max(0.1 * self.damp, 1e-9)
        if is_better:
            self.parameters, self.fit = trial, fit
        noise = max(_noise_of(self.fit.distances, self.noise, system.spare), self.problem.least_noise)
        is_settled = abs(noise - self.noise) < SETTLED * self.noise
        self.noise = noise
        self.iteration += 1
        if self.iteration >= TRUSTING_ITERATIONS:
            self.independence = max(system.independence, LEAST_INDEPENDENCE)
        return is_small and is_settled and self.iteration > TRUSTING_ITERATIONS

    def result(self, iterations: int) -> Identification:
        """Return what was found, with the lengths' covariance at the end."""
        matrix = self.independence * self._system().matrix + self.precision
        covariance = CURVATURE**2 * np.linalg.inv(matrix)[: self.count, : self.count]
        return Identification(
            shape=self.shape(self.parameters),
            standard_errors=np.sqrt(np.diag(covariance)),
            covariance=covariance,
            offsets=self.offsets(self.parameters),
            noise=self.noise,
            independence=self.independence,
            fit=self.fit,
            iterations=iterations,
        )

    def _system(self) -> ReducedSystem:
        problem = self.problem
        return reduce_poses(
            self.shape(self.parameters),
            problem.places,
            huber_weights(self.fit.distances, self.noise, OUTLYING),
            self.fit.q,
            (problem.lower, problem.upper),
            problem.options.posture,
            self.free,
            self.precision / self.independence,
        )

    def _cost(self, parameters: np.ndarray, fit: MarkerFit) -> float:
        """Return the negative logarithm of the probability of everything, up to a constant."""
        far = fit.distances[np.isfinite(fit.distances)] / self.noise
        near = np.minimum(far, OUTLYING)
        strain = parameters - self.means
        measured = float((near * (far - 0.5 * near)).sum()) + self.problem.posture_cost(fit.q)
        return self.independence * measured + 0.5 * float(strain @ self.precision @ strain)


def _noise_of(distances: np.ndarray, noise: float, spare: float) -> float:
    """Return the standard deviation [m] of a measured coordinate from what a fit left over.

    Args:
        distances: (T, P) [m], NaN where a point was not seen.
        noise: A first guess [m].
        spare: Share of the measured coordinates that the fit did not use up.
    """
    far = distances[np.isfinite(distances)]
    for _ in range(20):
        near = np.minimum(far, OUTLYING * noise * np.sqrt(spare))
        noise = float(np.sqrt((near**2).mean() / (3.0 * INLYING_SHARE * spare)))
    return noise
