"""Folders of captures into a library: in one command, again after a kill, in the layouts of public sets."""
