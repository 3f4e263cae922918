"""The client and what it hands out, without a thread of its own."""
