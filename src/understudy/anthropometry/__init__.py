"""What is published about human bodies: joints, lengths, growth, masses, hands. Figures, no models."""
