"""The studio: captures and robots dropped into the browser, corrected, performed, compared and saved.

What happens is decided in files that know no browser (``session.py`` and what it uses); ``panels/`` shows it.
"""
