"""Measured comparisons with other programs and with what the machine can do at all. Never part of the test run.

`python -m benchmarks` measures everything, `python -m benchmarks painting hovering --quick` a part of it quickly.
Whatever is compared is measured in turns within one run, new values each time, and quoted as a ratio: the
milliseconds belong to one machine on one day, the ratios travel.
"""
