"""MMM: KIT's Master Motor Map, joint angles as XML."""
