"""What runs contracts, and imports nothing of ours beside what is in this folder."""
