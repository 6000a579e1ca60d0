"""One file per command, each with ``add_options(parser)`` and ``run(options) -> exit code``.

One whose help depends on what else is asked for also has ``epilog(words) -> text``.
"""
