"""The use cases: what the service does, without saying how it is stored or served."""
