"""What a model is asked: contracts in English, prompts of several strategies, and generation."""
