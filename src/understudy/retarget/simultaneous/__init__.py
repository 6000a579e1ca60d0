"""Human fit, morphing and robot motion under physical constraints as one problem (Ayusawa and Yoshida 2017)."""
