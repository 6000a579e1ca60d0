"""Other people's formats: one file each, which writes what Understudy made."""
