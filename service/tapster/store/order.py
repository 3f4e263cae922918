"""Which row a log takes next: the one rule of order, the same for every store."""

from tapster.app.ports import LogRow, VersionTaken

NO_ROW = -1
"""The version before a log's first row."""


def require_next(row: LogRow, head: int) -> None:
    """Returns if the row may follow version `head`.

    Raises `VersionTaken` if its version is stored already, `ValueError` if it can never have been
    meant to come next.
    """
    if row.version <= head:
        raise VersionTaken(f"version {row.version} is stored already, the last one is {head}")
    if row.version != head + 1:
        raise ValueError(f"version {row.version} does not follow version {head}")
    if row.decision is not None and row.decision >= row.version:
        raise ValueError(f"version {row.version} answers decision {row.decision}, a later one")


def require_first(row: LogRow) -> None:
    """Returns if the row may begin a log; otherwise a `ValueError`."""
    if row.version != NO_ROW + 1:
        raise ValueError(f"a log begins with version {NO_ROW + 1}, not {row.version}")
    require_next(row, NO_ROW)
