"""Rules of control, one file each."""

from understudy.simulate.controllers.balance import Balance
from understudy.simulate.controllers.controller import Controller
from understudy.simulate.controllers.feedforward import Feedforward
from understudy.simulate.controllers.pd import Pd
from understudy.simulate.controllers.pi import Pi
from understudy.simulate.controllers.pid import Pid
from understudy.simulate.controllers.torque import Torque
from understudy.simulate.controllers.whole_body import WholeBody

CONTROLLERS: dict[str, type[Controller]] = {
    "pd": Pd,
    "pid": Pid,
    "torque": Torque,
    "balance": Balance,
    "pi": Pi,
    # Its commands come from ``simulate.target_pid``; what is added to servos holds the robot.
    "targets": Pd,
    "feedforward": Feedforward,
    "whole-body": WholeBody,
}
"""Name → controller."""

__all__ = ["CONTROLLERS", "Controller"]
