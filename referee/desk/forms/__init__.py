"""The desk's forms: what is asked on each page, as a question for the referee, and how the answer is told."""
