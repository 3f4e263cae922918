"""Tapster: card games with hidden information, served over HTTP."""
