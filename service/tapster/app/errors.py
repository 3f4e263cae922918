"""What a use case can answer instead of what was asked, each with a code and a sentence.

Which HTTP status a code has is said in one place, `api.problems`.
"""


class Refused(Exception):
    """A request that cannot be granted; nothing has changed.

    `code` is for programs, `detail` a sentence for people. `version` is the game's present one
    where the refusal depends on it, `reason` the game's own code for an illegal action.
    """

    def __init__(
        self, code: str, detail: str, *, version: int | None = None, reason: str | None = None
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.version = version
        self.reason = reason


def sentence(message: str) -> str:
    """What a rule says, as a sentence; a card's code at its beginning stays as it is."""
    first = message.split(maxsplit=1)[0]
    start = message[0].upper() + message[1:] if first.isalpha() else message
    return start if start.endswith((".", "?", "!")) else f"{start}."


def game_not_found() -> Refused:
    """The same for a game that does not exist and for a private one to an outsider."""
    return Refused("game_not_found", "There is no such game, or it is private and not yours.")
