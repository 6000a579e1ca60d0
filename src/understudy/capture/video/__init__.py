"""Films of a moving person: pictures decoded, landmarks tracked, each in a process of its own."""
