"""The registered kinds of game. A further kind is one folder beside this file and one line here."""

from tapster.games import drink_or_die, drinko, flip
from tapster.games.kernel.kind import AnyKind

KINDS: tuple[AnyKind, ...] = (drinko.KIND, flip.KIND, drink_or_die.KIND)
