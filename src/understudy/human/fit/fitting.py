"""The reference human fitted to a capture: first its lengths, then its pose in every frame.

Paper VI-A of Terlemez et al. (2014): joint angles minimise the squared distances between captured points and
the model's within the joint limits. Lengths and the places of markers are identified with the angles over
chosen frames, as virtual translational joints (Ayusawa and Yoshida 2017, III-A).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.human.captured_contacts import contacts_of_fit
from understudy.human.fit.body_choice import choose_body
from understudy.human.fit.body_shape import body_prior, body_shape, joint_limits
from understudy.human.fit.denoising import denoised
from understudy.human.fit.fitted_body import landmark_places, part_frames
from understudy.human.fit.frame_choice import spread_frames
from understudy.human.fit.free_markers import with_free_markers
from understudy.human.fit.shown_bodies import shown_bodies
from understudy.human.fit.static_trial import SHARE as STATIC_SHARE
from understudy.human.fit.static_trial import joined, standing_still, with_level_feet
from understudy.human.fit.targets import Targets, find_targets
from understudy.human.ground import on_ground
from understudy.human.human import Human
from understudy.human.objects import told_objects
from understudy.human.part_contacts import detect_part_contacts
from understudy.human.sizes import body_sizes
from understudy.kinematics.identification import OUTLYING, Identification, Problem, identify
from understudy.kinematics.marker_fit import FitOptions, MarkerFit, MarkerFitter
from understudy.kinematics.shape import Shape
from understudy.motion import HumanMotion, Recording, Subject
from understudy.motion.ending import Ending

Say = Callable[[str], None]
Progress = Callable[[int, int], None]

_ROOT = 7
_FEWEST_FRAMES = 2


@dataclass(frozen=True)
class FitPlan:
    """How a body is fitted.

    Attributes:
        identify: Whether lengths and places of markers are identified; else the body stays as chosen.
        is_symmetric: Whether left and right get the same lengths.
        frames: Frames from which the body is identified.
        looked_at: Frames among which those are chosen.
        first_noise: Standard deviation [m] of a coordinate that is assumed before it was measured.
        marker_noise: Standard deviation [m] of a marker's coordinate at least.
        landmark_noise: That of a landmark's at least; joint centres that somebody computed are off by this,
            and not by chance, however smoothly they move.
        smooth: Whether white noise is taken off the points before the fit.
        posture: Standard deviation [rad] of a joint from standing, which decides what points leave open.
        threads: Threads to use; as many as there are processors by default.
    """

    identify: bool = True
    is_symmetric: bool = True
    frames: int = 200
    looked_at: int = 600
    first_noise: float = 0.01
    marker_noise: float = 1e-6
    landmark_noise: float = 0.01
    smooth: bool = True
    posture: float = 1.0
    threads: int | None = None


@dataclass(frozen=True, eq=False)
class BodyFit:
    """A body fitted to a capture.

    Attributes:
        human: The person with its identified lengths.
        shape: Its model, the captured points where they sit on it.
        targets: The points that were fitted, denoised where the plan says so.
        errors: Length → its standard error [m], where lengths were identified.
        poses: The pose in every frame.
    """

    human: Human
    shape: Shape
    targets: Targets
    errors: dict[str, float]
    poses: MarkerFit


def fit_human(
    motion: Recording | HumanMotion,
    human: Human | None = None,
    plan: FitPlan | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
    static: Recording | None = None,
) -> HumanMotion:
    """Fit the reference human to a capture whose floor is z = 0.

    Args:
        motion: Markers of a known set, or else whatever has canonical landmarks.
        human: The body before its lengths are identified; by default the median one of the subject's
            age, height, mass and sex, or where the height is not known, one as tall as its segments say.
        plan: How to fit.
        say: Told in a sentence when something takes long.
        progress: Told steps of the identification done, and the most there may be.
        static: The same person standing still on flat feet, on a floor at z = 0: it shows where markers sit
            and where the feet's zero is.

    Returns:
        The fitted body's landmarks, frames and sizes, its coordinates, and how far it is from the capture.

    Raises:
        InvalidMotionError: Where the capture shows too little to fit a body to.
    """
    plan = plan or FitPlan()
    return _as_motion(motion, fit_body(motion, human, plan, say, progress, static), plan, static)


def fit_body(
    motion: Recording | HumanMotion,
    human: Human | None = None,
    plan: FitPlan | None = None,
    say: Say | None = None,
    progress: Progress | None = None,
    static: Recording | None = None,
) -> BodyFit:
    """Fit the reference human as :func:`fit_human` does, and return the body itself."""
    plan = plan or FitPlan()
    human = human or choose_body(motion)
    joint = motion
    if static is not None:
        joint = _with_static(motion, static, plan)
    targets = find_targets(joint, human)
    if isinstance(joint, Recording):
        targets = with_free_markers(joint, human, targets, plan.first_noise)
    if not (targets.seen.sum(axis=1) >= 3).any():
        raise InvalidMotionError(
            "no frame of the capture shows three points at once, so no body can be fitted"
        )
    captured, frames = targets.places, motion.frame_count
    if plan.smooth:
        smooth = denoised(captured[:frames], targets.seen[:frames])
        targets = replace(targets, places=np.concatenate([smooth, captured[frames:]]))
    shape, noise, errors = body_shape(human, targets, plan.is_symmetric), plan.first_noise, {}
    if plan.identify:
        found = identify_body(human, shape, targets, plan, say, progress, len(captured) - frames)
        shape, noise = found.shape, found.noise
        errors = dict(zip(shape.names, found.standard_errors.tolist(), strict=True))
        human = human.with_lengths(dict(zip(shape.names, shape.values.tolist(), strict=True)))
    if static is not None:
        shape = with_level_feet(human, shape, targets, noise)
    fitter = _fitter(human, shape, _options(plan, noise, OUTLYING * noise))
    seen = targets.seen[:frames]
    fit = fitter.fit(targets.places[:frames], seen, None, say)
    fit = replace(fit, distances=fitter.distances(fit.q, captured[:frames], seen))
    return BodyFit(human, shape, targets, errors, fit)


def _with_static(motion: Recording | HumanMotion, static: Recording, plan: FitPlan) -> Recording:
    """Return the motion with the static trial's mean frame behind it, as often as it counts."""
    if not isinstance(motion, Recording):
        raise InvalidMotionError("a static trial says where markers sit, but the motion has no markers")
    copies = max(1, round(STATIC_SHARE * min(plan.frames, motion.frame_count)))
    return joined(motion, standing_still(static), copies)


def identify_body(
    human: Human,
    shape: Shape,
    targets: Targets,
    plan: FitPlan,
    say: Say | None = None,
    progress: Progress | None = None,
    static_frames: int = 0,
) -> Identification:
    """Return a person's lengths and the places of the points, from frames far apart in posture.

    The last ``static_frames`` of the targets are of a static trial, and all are taken.
    """
    moving = len(targets.places) - static_frames
    stride = max(1, -(-moving // plan.looked_at))
    looked_at = np.r_[np.arange(0, moving, stride), np.arange(moving, len(targets.places))]
    places, seen = targets.places[looked_at], targets.seen[looked_at]
    roughly = replace(_options(plan, plan.first_noise, np.inf), smallest_step=1e-3, iterations=10)
    rough = _fitter(human, shape, roughly).fit(places, seen, None, say)
    count = len(looked_at) - static_frames
    chosen = spread_frames(rough.q[:count, _ROOT:], rough.residuals[:count], seen[:count], plan.frames)
    chosen = np.r_[chosen, np.arange(count, len(looked_at))]
    if len(chosen) < _FEWEST_FRAMES:
        chosen = np.flatnonzero(np.isfinite(rough.residuals))
    lower, upper = joint_limits(human)
    problem = Problem(
        shape=shape,
        prior=body_prior(shape, targets),
        lower=lower,
        upper=upper,
        home=np.array(human.home),
        places=places[chosen],
        seen=seen[chosen],
        # Postures repeat, so that all frames together say no more about what is usual than one of them;
        # else the mean posture would be drawn to standing, and markers be turned on their bodies for it.
        options=replace(
            _options(plan, plan.first_noise, np.inf),
            posture=plan.posture * len(chosen) ** 0.5,
        ),
        least_noise=plan.marker_noise if targets.kind == "markers" else plan.landmark_noise,
    )
    return identify(problem, rough.q[chosen], progress)


def _options(plan: FitPlan, noise: float, tolerance: float) -> FitOptions:
    return FitOptions(noise=noise, posture=plan.posture, tolerance=tolerance, threads=plan.threads)


def _fitter(human: Human, shape: Shape, options: FitOptions) -> MarkerFitter:
    return MarkerFitter(shape.tree, shape.points, *joint_limits(human), np.array(human.home), options)


def _as_motion(
    source: Recording | HumanMotion, found: BodyFit, plan: FitPlan, static: Recording | None
) -> HumanMotion:
    """Return the motion of the fitted body."""
    human, shape, fit = found.human, found.shape, found.poses
    history = {} if static is None else {"static": static.provenance.source}
    told = shown_bodies(human, shape, np.logical_or.reduce(np.isfinite(fit.distances), axis=0))
    frames = part_frames(human, fit.q)
    shown = fit.endings != Ending.NOT_SEEN
    names = tuple(human.landmarks)
    moved = HumanMotion(
        names=names,
        landmarks=landmark_places(human, fit.q),
        fps=source.fps,
        valid=shown[:, None] & np.array([human.landmarks[name].body in told for name in names]),
        frames={part: frame for part, frame in frames.items() if human.frames[part].body in told},
        objects=source.objects if isinstance(source, HumanMotion) else told_objects(source)[0],
        subject=Subject(human.height, human.mass, human.age, human.sex),
        coordinates=fit.q,
        coordinate_names=human.joints,
        residuals=fit.residuals,
        lengths=dict(zip(shape.names, shape.values.tolist(), strict=True)),
        length_errors=found.errors,
        provenance=source.provenance.then("fit", points=found.targets.kind, **history, **asdict(plan)),
    )
    if isinstance(source, Recording):
        moved, _ = on_ground(moved, source)
        moved = replace(moved, part_contacts=detect_part_contacts(moved))
        return replace(moved, contacts=contacts_of_fit(moved, source))
    moved = replace(moved, terrain=source.terrain)
    return replace(
        moved, sizes=body_sizes(moved), contacts=source.contact_mask, part_contacts=source.part_contacts
    )
