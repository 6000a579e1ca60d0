"""MVNX: what Xsens MVN exports, the segments of a person as XML."""
