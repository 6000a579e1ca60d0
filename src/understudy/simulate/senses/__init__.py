"""What a simulated robot senses, one file for each sense."""

from understudy.simulate.senses.requests import SENSES, SenseRequest, find_sense, parse_senses
from understudy.simulate.senses.sampling import Sampling
from understudy.simulate.senses.sense import Sense

__all__ = ["SENSES", "Sampling", "Sense", "SenseRequest", "find_sense", "parse_senses"]
