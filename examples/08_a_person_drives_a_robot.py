"""A capture is played as if it came in just now, and drives a simulated NAO.

python examples/08_a_person_drives_a_robot.py
"""

import sys

import understudy as us
from understudy.data import built_in_motion
from understudy.live.engine import LiveEngine
from understudy.live.options import LiveOptions
from understudy.live.session import LiveSession
from understudy.live.sink import SinkThread
from understudy.live.sinks.simulation import SimulationSink
from understudy.live.sources.recording import RecordingSource

source = RecordingSource(built_in_motion("walk"), waits=False)
engine = LiveEngine(us.robot("nao"), source.facts, LiveOptions(calibrate=1.0))
told = LiveSession(source, engine, [SinkThread(SimulationSink())]).run()
sys.stdout.write(f"{told['commands']} commands at {told['rate']} Hz, {told['sinks']}\n")
