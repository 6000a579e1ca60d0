"""Forces of bodies in motion, of people and of robots: derivatives, inverse dynamics, the floor's share."""
