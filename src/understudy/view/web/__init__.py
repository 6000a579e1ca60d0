"""The scene in the browser: persons, robots, floor and time, on viser; ``scene.Scene`` is where to begin."""
