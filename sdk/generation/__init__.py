"""The parts of `generate.py`: schemas, models, operations, the sync layer."""
