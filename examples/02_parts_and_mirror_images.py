"""A second cut out of a motion, its mirror image, and where the feet are in both.

python examples/02_parts_and_mirror_images.py
"""

import sys

import understudy as us
from understudy.data import built_in_motion

robot = us.robot("nao")
motion = us.retarget(built_in_motion("walk"), robot)
step = motion[1.0:2.0].resample(30.0)
image = step.mirror(robot)

left = step.body_positions(robot, ["l_ankle"])[:, 0]
right = image.body_positions(robot, ["r_ankle"])[:, 0]
sys.stdout.write(f"{len(step)} frames at {step.fps:g} a second\n")
sys.stdout.write(
    f"the left foot rises to {left[:, 2].max():.3f} m, its mirror image to {right[:, 2].max():.3f} m\n"
)
sys.stdout.write(f"the left knee bends to {step.joint('LKneePitch').max():.2f} rad\n")
