"""What is wrong with data, and with the contracts and specifications in it, each finding with a witness."""
