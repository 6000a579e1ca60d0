"""Curves, a picture of one moment, and a report; needs the extra ``view``.

python examples/04_plots_and_pictures.py
"""

import sys

import understudy as us
from understudy.data import built_in_motion

human = us.read(built_in_motion("walk"))[0.0:2.0]
motion = us.retarget(human, "hrp4")
found = us.evaluate(motion, human)

us.plot(found, ["direction/thigh_l", "direction/thigh_r"]).savefig("thighs.png")
us.plot(motion).savefig("joints.png")
try:
    sys.stdout.write(f"{us.view(motion, human, 'moment.png', time=1.0)}\n")
except us.RenderError as error:
    sys.stdout.write(f"{error}\n")
sys.stdout.write(f"{us.report(motion, human, 'report', evaluation=found)}\n")
