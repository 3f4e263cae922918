"""Recorded games: whole logs of every kind, as they were when the rules of their ruleset were new.

They pin what the rules say. A recorded game folds to the same end for ever, and as long as its
ruleset is the kind's present one, deciding its commands again gives the same events. A change that
breaks one of them has changed the rules under games that people are playing: it needs a ruleset
number of its own, and new recordings beside the old ones. So these files are only ever added. They
are never written anew, since a recording that is renewed whenever it disagrees pins nothing.

A file is named `<kind>-<name>.ndjson` and has one JSON document a line: a header, one entry a
version, and at last how the game ended. `python -m tests.logs.record` writes new ones.
"""
