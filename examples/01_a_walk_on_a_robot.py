"""A captured walk performed by NAO, and how faithful that is.

python examples/01_a_walk_on_a_robot.py [CAPTURE]
"""

import sys

import understudy as us
from understudy.data import built_in_motion

capture = sys.argv[1] if len(sys.argv) > 1 else built_in_motion("walk")
human = us.read(capture)
motion = us.retarget(human, "nao")
found = us.evaluate(motion, human)

sys.stdout.write(f"{len(motion)} frames, {motion.duration:.1f} s, {len(motion.joints)} joints\n")
for metric in found.family("direction"):
    sys.stdout.write(f"{metric.name}: median {metric.summary['median']:.3f} {metric.unit}\n")
motion.save("walk-on-nao.npz")
