"""Tapster: card games with hidden information, served over HTTP."""

__version__ = "0.1.0"
