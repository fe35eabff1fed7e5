"""Training, corpora, toy tasks, evaluation, surveys."""
