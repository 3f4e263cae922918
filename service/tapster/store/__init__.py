"""Stores of logs: equal adapters of `app.ports.EventStore`, held to one contract test."""
