"""Histograms."""


def most_frequent(counts: dict[str, int]) -> str:
    """Return the word that was counted most often, "" if none was."""
    assert isinstance(counts, dict)
    assert all(isinstance(word, str) for word in counts)
    assert all(count >= 0 for count in counts.values())
    best = ""
    for word in counts:
        if best == "" or counts[word] > counts[best]:
            best = word
    return best
