"""The benchmark: `python -m tests.bench` measures, and prints one Markdown table.

Whatever is compared is measured side by side: in every round each side has its turn, the order
changes from round to round, and medians are reported. So a machine that is busy with something else
slows all sides alike. Nothing here is asserted by time; the floors stand beside the figures.

`games` makes games of any length, `load` sends requests, `over_http`, `replays`, `engine` and
`layers` measure, `figures` prints.
"""
