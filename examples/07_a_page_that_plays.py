"""A motion beside its source as one page that plays in any browser; needs the extra ``web``.

python examples/07_a_page_that_plays.py
"""

import sys

import understudy as us
from understudy.data import built_in_motion

human = us.read(built_in_motion("walk"))[0.0:1.0]
motion = us.retarget(human, "nao")
sys.stdout.write(f"{us.view(motion, human, 'walk.html')}\n")
