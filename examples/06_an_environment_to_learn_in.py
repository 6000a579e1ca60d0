"""A Gymnasium environment in which NAO is to imitate a walk; here it tries its luck.

python examples/06_an_environment_to_learn_in.py
"""

import sys

import understudy as us
import understudy.gym
from understudy.data import built_in_motion

motion = us.retarget(built_in_motion("walk"), "nao")[0.5:1.5].resample(50.0)
env = understudy.gym.make(motion, senses="proprioception,imu", action="position")
env.action_space.seed(0)
observation, info = env.reset(seed=0)
total, done = 0.0, False
while not done:
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    total, done = total + float(reward), terminated or truncated
sys.stdout.write(f"{sum(part.size for part in observation.values())} numbers observed, return {total:.2f}\n")
env.close()
