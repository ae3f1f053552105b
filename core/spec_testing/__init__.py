"""Testing a specification on examples, in any language: judging them, wrong outputs, scores, findings and repairs."""
