"""What every kind of game shares: its contract, chance, the log's facts, replay and decisions.

Pure: nothing below `games/` knows of HTTP, databases, clocks, files or sources of randomness.
"""
