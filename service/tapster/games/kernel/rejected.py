"""The refusal of a command."""


class Rejected(Exception):
    """A command that the rules refuse; nothing has changed.

    `code` is for programs (`not_your_turn`), `message` a sentence for people. Neither may depend on
    anything that the acting seat cannot know.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
