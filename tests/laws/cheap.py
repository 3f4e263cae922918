"""The laws that are cheap enough to be checked at every version of thousands of games."""

from collections import Counter

from tapster.games.kernel.chance import RecordedChance
from tapster.games.kernel.codec import codec, encode
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import Entry
from tapster.games.kernel.table import Table, deal, play, replay
from tests.laws.games import steps


def play_lawfully(kind: AnyKind, number: int) -> Table:
    """Plays the random game to its end, checks the cheap laws, and returns the finished table."""
    entries: list[Entry] = []
    table = Table(kind)
    cards: Counter[str] | None = None
    for table, entry in steps(kind, number):
        where = f"{kind.name}, game {number}, before version {entry.version}"
        if table.state is not None:
            now = Counter(kind.cards(table.state))
            cards = cards or now
            assert now == cards, f"{where}: cards were made or lost"
            require_somebody_can_act(table, where)
        require_same_events_again(table, entry, where)
        entries.append(entry)
    where = f"{kind.name}, game {number}, at its end"
    assert Counter(kind.cards(table.state)) == cards, f"{where}: cards were made or lost"
    assert table.status == "over", f"{where}: it is not over"
    assert table.result is not None, f"{where}: it has no result"
    assert read_again(kind, entries) == table, f"{where}: the stored log folds to another table"
    return table


def require_somebody_can_act(table: Table, where: str) -> None:
    """Somebody has something to do while the game runs, and so has every seat that must act."""
    assert table.decisions, f"{where}: nobody is awaited before the end"
    can = {seat for seat in table.decisions if table.kind.legal(table.state, seat)}
    must = {seat for seat, decision in table.decisions.items() if decision.duty.required}
    assert can, f"{where}: nobody can act, but the game is not over"
    assert must <= can, f"{where}: seats {must - can} must act and cannot"


def require_same_events_again(table: Table, entry: Entry, where: str) -> None:
    """The entry's command with the chance that the entry recorded leads to the entry's events."""
    chance = RecordedChance(entry.chance)
    if entry.seat is None or entry.command is None:
        created, *dealt = entry.events
        seated = Table(table.kind)
        seated.apply(0, None, entry.at, [created])
        assert deal(seated, chance) == dealt, f"{where}: the same chance deals otherwise"
    else:
        again = play(table, entry.seat, entry.command, chance)
        assert again == entry.events, f"{where}: the same command leads to other events"
    assert chance.draws == entry.chance, f"{where}: not all the recorded chance was used"


def read_again(kind: AnyKind, entries: list[Entry]) -> Table:
    """The table that the entries fold to after they were stored and read."""
    events = codec(kind).decode_events([encode(entry.events) for entry in entries])
    return replay(kind, entries, events)
