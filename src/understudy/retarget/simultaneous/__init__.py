"""Human fit, morphing and robot motion within limits as one problem (Ayusawa and Yoshida 2017)."""
