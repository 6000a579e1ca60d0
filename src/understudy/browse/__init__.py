"""Files and results brought into the browser's scene, with the numbers that belong to them."""

from understudy.browse.exhibits import Exhibit, read_exhibit
from understudy.browse.showing import fill

__all__ = ["Exhibit", "fill", "read_exhibit"]
