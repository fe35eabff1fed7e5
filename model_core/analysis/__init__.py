"""Functions of a Trace: rollout, measures, alignments, comparisons. No torch."""
