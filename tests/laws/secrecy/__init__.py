"""The law of secrecy: what a viewer may not know changes nothing that the viewer can get.

A random game is played through the service. Its twin is the same game with two cards of a shuffled
deck exchanged, everything that follows decided again. Where the kind's observer, which is
independent of the kind's views, says that a viewer can know no difference between the two, the
service must not show one either: every answer to every request has to be the same byte for byte.
"""
