"""The Python SDK, against a live server and, for its rules of patience, against made-up answers."""
