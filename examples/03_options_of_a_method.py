"""The same wave with the head followed more or less closely.

python examples/03_options_of_a_method.py
"""

import sys

import understudy as us
from understudy.data import built_in_motion

human = us.read(built_in_motion("walk"))[0.0:2.0]
for weight in (0.0, 0.2, 2.0):
    options = us.TrackOptions(parts={"head": weight})
    result = us.perform(human, "nao", options=options)
    turned = result.evaluation["orientation/head"].summary["median"]
    sys.stdout.write(f"weight {weight}: the head is turned by {turned:.3f} rad otherwise than the person's\n")

try:
    us.TrackOptions(parts={"haed": 1.0})
except us.OptionError as error:
    sys.stdout.write(f"{error}\n")
