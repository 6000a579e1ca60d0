"""Made-up captures exported for reinforcement learning, at 50 frames a second.

python examples/05_a_training_set.py
"""

import sys
from pathlib import Path

import understudy as us
from understudy.synth import Corruption, make, record
from understudy.synth.formats import RENDERINGS

folder = Path("training-set")
folder.mkdir(exist_ok=True)
for name in ("walk", "wave"):
    rendering = RENDERINGS["bvh"]
    made = make(name, seconds=2.0, fps=60.0)
    capture = folder / f"{name}.bvh"
    rendering.write(capture, record(made, rendering.point_set(made.body), Corruption()))
    motion = us.retarget(capture, "nao")
    sys.stdout.write(f"{us.export(motion, 'tracking', folder / f'{name}.npz', rate=50.0)}\n")
