"""Leaks to plant, each of a sort that a service could really have, to see the law catch them.

Most of them leak a little of what others see and the viewer does not.
"""

import copy
import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from zlib import crc32

import flask
import pytest

from tapster.api import games as games_routes
from tapster.api import play as play_routes
from tapster.app import context as app_context
from tapster.app import drawing, follow, look
from tapster.app.answers import GameLog
from tapster.app.context import Context, load
from tapster.games.kernel.chance import Chance
from tapster.games.kernel.codec import encode
from tapster.games.kernel.kind import AnyKind, Duty
from tapster.games.kernel.messages import Command, Event, Result, View, Viewer, ranked
from tapster.games.kernel.rejected import Rejected
from tests.laws.samples import samples


@dataclasses.dataclass(frozen=True, slots=True)
class Ground:
    """Where a leak is planted; everything is as it was when the test is over."""

    patch: pytest.MonkeyPatch
    kind: AnyKind
    app: flask.Flask

    def grow(self, **functions: Any) -> None:
        """Lets the service use other functions in the place of the kind's."""
        leaky = dataclasses.replace(self.kind, **functions)
        self.patch.setitem(app_context.KIND_BY_NAME, self.kind.name, leaky)


def others_cards(kind: AnyKind, state: Any, viewer: Viewer) -> list[str]:
    """The cards that any other seat can see and the viewer cannot, by seat."""
    codes = {card.code for card in kind.catalogue}

    def seen(by: Viewer) -> Counter[str]:
        return Counter(word for word in _words(kind.view(state, by)) if word in codes)

    known = seen(viewer)
    return [
        card
        for seat in range(_seats(kind, state))
        if seat != viewer
        for card in sorted((seen(seat) - known).elements())
    ]


def _seats(kind: AnyKind, state: Any) -> int:
    return len(kind.view(state, None).seats)


def _words(view: View) -> list[str]:
    """All the text in a view."""
    return encode(view).decode().split('"')


def tell(kind: AnyKind, state: Any, viewer: Viewer) -> int:
    """A number that depends on the others' cards and nothing else."""
    return crc32(" ".join(others_cards(kind, state, viewer)).encode())


def the_view_is_that_after_the_end(ground: Ground) -> None:
    kind = ground.kind

    def view(state: Any, viewer: Viewer) -> View:
        ended = copy.deepcopy(state)
        for event in kind.cut_short(ended):
            kind.evolve(ended, event)
        shown: View = kind.view(ended, viewer)
        return shown

    ground.grow(view=view)


def the_view_is_that_of_the_next_seat(ground: Ground) -> None:
    kind = ground.kind

    def view(state: Any, viewer: Viewer) -> View:
        seats = _seats(kind, state)
        shown: View = kind.view(state, 0 if viewer is None else (viewer + 1) % seats)
        return shown

    ground.grow(view=view)


def the_view_fails_for_some_hands(ground: Ground) -> None:
    kind = ground.kind

    def view(state: Any, viewer: Viewer) -> View:
        if tell(kind, state, viewer) % 3 == 0:
            raise LookupError("a fault that depends on what the viewer cannot know")
        shown: View = kind.view(state, viewer)
        return shown

    ground.grow(view=view)


def events_are_not_redacted(ground: Ground) -> None:
    ground.grow(redact=lambda event, viewer: event)


def events_are_redacted_for_the_next_seat(ground: Ground) -> None:
    kind = ground.kind

    def redact(event: Event, viewer: Viewer) -> Event:
        shown: Event = kind.redact(event, 0 if viewer is None else (viewer + 1) % kind.seats[0])
        return shown

    ground.grow(redact=redact)


def a_refusal_names_a_card_of_another_hand(ground: Ground) -> None:
    kind = ground.kind

    def decide(state: Any, seat: int, command: Command, chance: Chance) -> Sequence[Event]:
        try:
            events: Sequence[Event] = kind.decide(state, seat, command, chance)
        except Rejected as rejected:
            cards = others_cards(kind, state, seat) or ["nothing"]
            held = cards[tell(kind, state, seat) % len(cards)]
            raise Rejected(rejected.code, f"{rejected.message}; another holds {held}") from rejected
        return events

    ground.grow(decide=decide)


def a_refusal_has_another_code_for_some_hands(ground: Ground) -> None:
    kind = ground.kind

    def decide(state: Any, seat: int, command: Command, chance: Chance) -> Sequence[Event]:
        try:
            events: Sequence[Event] = kind.decide(state, seat, command, chance)
        except Rejected as rejected:
            if tell(kind, state, seat) % 2:
                raise Rejected("not_now", rejected.message) from rejected
            raise
        return events

    ground.grow(decide=decide)


def the_order_of_legal_commands_follows_a_hidden_hand(ground: Ground) -> None:
    kind = ground.kind
    if all(len(kind.legal(s.table.state, seat)) < 2 for s in samples(kind) for seat in s.seats):
        pytest.skip(f"no seat ever has a choice in {kind.name}, so that no order can tell anything")

    def legal(state: Any, seat: int) -> Sequence[Command]:
        commands = list(kind.legal(state, seat))
        turn = tell(kind, state, seat) % max(1, len(commands))
        return commands[turn:] + commands[:turn]

    ground.grow(legal=legal)


def legal_commands_lack_one_for_some_hands(ground: Ground) -> None:
    kind = ground.kind

    def legal(state: Any, seat: int) -> Sequence[Command]:
        commands = list(kind.legal(state, seat))
        return commands[tell(kind, state, seat) % 2 :]

    ground.grow(legal=legal)


def who_is_awaited_depends_on_a_hand(ground: Ground) -> None:
    kind = ground.kind

    def awaited(state: Any) -> Mapping[int, Duty]:
        duties: Mapping[int, Duty] = kind.awaited(state)
        must = tell(kind, state, None) % 2 == 0
        return {seat: Duty(duty.name, duty.required and must) for seat, duty in duties.items()}

    ground.grow(awaited=awaited)


def the_result_is_foretold(ground: Ground) -> None:
    kind = ground.kind

    def result(state: Any) -> Result:
        return ranked([tell(kind, state, None) % 7, 0], "foretold")

    ground.grow(result=result)


def _newest_hash(context: Context, game_id: str) -> str:
    return context.store.rows(game_id)[-1].hash.hex()


def the_feed_shows_the_chain_of_hashes(ground: Ground) -> None:
    def follow_with_hash(context: Context, game_id: str, *arguments: Any) -> Any:
        feed = follow.follow(context, game_id, *arguments)
        return {
            "items": feed.items,
            "version": feed.version,
            "hash": _newest_hash(context, game_id),
        }

    ground.patch.setattr(play_routes, "follow", follow_with_hash)


def the_tag_is_made_of_the_state(ground: Ground) -> None:
    class Tagged(look.Sight):
        @property
        def tag(self) -> str:
            context: Context = ground.app.extensions["tapster"]
            return _newest_hash(context, self.visitor.record.game_id)

    def arrive(*arguments: Any) -> look.Sight:
        sight = look.arrive(*arguments)
        return Tagged(sight.visitor, sight.version)

    ground.patch.setattr(games_routes, "arrive", arrive)


def a_header_has_a_digest_of_the_state(ground: Ground) -> None:
    def add(response: flask.Response) -> flask.Response:
        context: Context = ground.app.extensions["tapster"]
        game_id = (flask.request.view_args or {}).get("game_id")
        if game_id is not None and context.store.game(game_id) is not None:
            response.headers["X-State"] = _newest_hash(context, game_id)[:8]
        return response

    after = ground.app.after_request_funcs
    ground.patch.setitem(after, None, [*after[None], add])


def bodies_are_padded_by_what_is_hidden(ground: Ground) -> None:
    def pad(response: flask.Response) -> flask.Response:
        context: Context = ground.app.extensions["tapster"]
        game_id = (flask.request.view_args or {}).get("game_id")
        record = None if game_id is None else context.store.game(game_id)
        if record is not None and response.status_code == 200:
            state = load(context, record).table.state
            response.set_data(response.get_data() + b" " * (tell(ground.kind, state, None) % 5))
        return response

    after = ground.app.after_request_funcs
    ground.patch.setitem(after, None, [*after[None], pad])


def the_proof_gives_the_seed_away(ground: Ground) -> None:
    def proof(context: Context, game_id: str, token: str | None) -> Any:
        shown = follow.proof(context, game_id, token)
        record = context.store.game(game_id)
        assert record is not None, "the proof was given"
        return dataclasses.asdict(record) | {"proof": shown, "created_at": ""}

    ground.patch.setattr(play_routes, "proof", proof)


def the_log_is_open_before_the_end(ground: Ground) -> None:
    def whole_log(context: Context, game_id: str, token: str | None) -> Any:
        rows = context.store.rows(game_id)
        return GameLog(
            id=game_id,
            kind=ground.kind.name,
            entries=list(follow._entries(ground.kind, rows)),
        )

    ground.patch.setattr(play_routes, "whole_log", whole_log)


def a_game_carries_a_digest_in_its_moments(ground: Ground) -> None:
    def moved(record: Any, table: Any, viewer: Viewer) -> Any:
        drawn = drawing.draw(record, table, viewer)
        milliseconds = tell(ground.kind, table.state, viewer) % 1000
        fields = {name: getattr(drawn, name) for name in drawn.__struct_fields__}
        return type(drawn)(**fields | {"updated_at": f"{drawn.updated_at[:-4]}{milliseconds:03}Z"})

    ground.patch.setattr(look, "draw", moved)


LEAKS: list[Callable[[Ground], None]] = [
    the_view_is_that_after_the_end,
    the_view_is_that_of_the_next_seat,
    the_view_fails_for_some_hands,
    events_are_not_redacted,
    events_are_redacted_for_the_next_seat,
    a_refusal_names_a_card_of_another_hand,
    a_refusal_has_another_code_for_some_hands,
    the_order_of_legal_commands_follows_a_hidden_hand,
    legal_commands_lack_one_for_some_hands,
    who_is_awaited_depends_on_a_hand,
    the_result_is_foretold,
    the_feed_shows_the_chain_of_hashes,
    the_tag_is_made_of_the_state,
    a_header_has_a_digest_of_the_state,
    bodies_are_padded_by_what_is_hidden,
    the_proof_gives_the_seed_away,
    the_log_is_open_before_the_end,
    a_game_carries_a_digest_in_its_moments,
]
