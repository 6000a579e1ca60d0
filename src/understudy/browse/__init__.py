"""Files and results brought into the browser's scene, with the numbers that belong to them."""

from understudy.browse.exhibits import Exhibit, as_exhibit, read_exhibit
from understudy.browse.page import ShownPage, page_of, write_page
from understudy.browse.showing import fill

__all__ = ["Exhibit", "ShownPage", "as_exhibit", "fill", "page_of", "read_exhibit", "write_page"]
