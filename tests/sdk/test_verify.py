"""The SDK's own check of a game's chance: known answers, real games, and logs that were changed."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tapster_sdk import Client, VerificationFailed, verify
from tapster_sdk._verify import Stream, game_key
from tapster_sdk.models import DrinkoNewGame, GameLog, NewSeat, Pick, Proof, UnknownDraw
from tests.sdk.conftest import Finished

*VECTORS, LAST = json.loads(
    Path(__file__).parent.parent.joinpath("rules", "fair_shuffle.json").read_text(encoding="utf-8")
)
REJECTION: dict[str, Any] = LAST["rejection"]
Change = Callable[[dict[str, Any], dict[str, Any]], None]


@pytest.mark.parametrize("vector", VECTORS)
def test_known_answers(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["server_seed"])
    assert hashlib.sha256(seed).hexdigest() == vector["commitment"]
    key = game_key(seed, vector["game_id"], vector["client_seeds"])
    assert key.hex() == vector["key"]
    for draw in vector["draws"]:
        assert Stream(key, draw["version"]).shuffle(5) == draw["shuffle_5"]
        assert Stream(key, draw["version"]).shuffle(52) == draw["shuffle_52"]
        numbers = Stream(key, draw["version"])
        # Below 2**32 every word is taken as it is.
        words = [numbers.below(2**32) for _ in draw["words"]]
        assert words == draw["words"]
        both = Stream(key, draw["version"])
        assert [both.shuffle(5), both.below(4), both.below(3)] == draw["then"]


def test_words_that_would_make_small_numbers_likelier_are_skipped() -> None:
    stream = Stream(bytes.fromhex(REJECTION["key"]), REJECTION["version"])
    assert [stream.below(REJECTION["n"]) for _ in REJECTION["below"]] == REJECTION["below"]


def test_a_finished_game_was_fair(finished: Finished) -> None:
    report = verify(finished.log, finished.proof, commitment=finished.noted)
    assert report.game_id == finished.log.id
    assert report.versions == len(finished.log.entries)
    assert report.draws == sum(len(entry.chance) for entry in finished.log.entries) > 0
    assert report.commitment_was_noted
    assert report.binding_seeds == (2,)
    assert not report.open_seed
    assert not verify(finished.log, finished.proof).commitment_was_noted


def changed(finished: Finished, change: Change) -> tuple[GameLog, Proof]:
    """The log and the proof after somebody has changed them."""
    log = finished.log.model_dump(mode="json")
    proof = finished.proof.model_dump(mode="json")
    change(log, proof)
    return GameLog.model_validate(log), Proof.model_validate(proof)


def drawn(log: dict[str, Any]) -> list[dict[str, Any]]:
    """The entries with chance in them."""
    return [entry for entry in log["entries"] if entry["chance"]]


def exchange(log: dict[str, Any], _: dict[str, Any]) -> None:
    """Two cards of the deal."""
    shuffle = next(d for d in drawn(log)[0]["chance"] if d["type"] == "shuffle")
    shuffle["order"][0], shuffle["order"][1] = shuffle["order"][1], shuffle["order"][0]


def shorten(log: dict[str, Any], _: dict[str, Any]) -> None:
    """A shuffle of fewer cards."""
    shuffle = next(d for d in drawn(log)[0]["chance"] if d["type"] == "shuffle")
    shuffle["order"] = [position for position in shuffle["order"] if position != 0]


def repeat(log: dict[str, Any], _: dict[str, Any]) -> None:
    """The same outcome twice."""
    chance = drawn(log)[0]["chance"]
    chance.append(chance[0])


def turn_round(log: dict[str, Any], _: dict[str, Any]) -> None:
    """The outcomes in another order."""
    drawn(log)[0]["chance"].reverse()


def invent(log: dict[str, Any], _: dict[str, Any]) -> None:
    """An outcome of a kind that nobody knows."""
    drawn(log)[0]["chance"].append({"type": "pick", "n": 0, "value": 0})


def other_pick(log: dict[str, Any], _: dict[str, Any]) -> None:
    """Another number than the one picked."""
    pick = next(d for d in drawn(log)[0]["chance"] if d["type"] == "pick")
    pick["value"] = (pick["value"] + 1) % pick["n"]


IN_THE_DEAL = [exchange, other_pick, shorten, repeat, turn_round, invent]


@pytest.mark.parametrize("change", IN_THE_DEAL)
def test_a_changed_outcome_is_named_by_its_version(finished: Finished, change: Change) -> None:
    deal = next(entry.version for entry in finished.log.entries if entry.chance)
    with pytest.raises(VerificationFailed, match=rf"^version {deal}: ") as failure:
        verify(*changed(finished, change))
    assert failure.value.version == deal


def test_outcomes_that_are_left_out_or_exchanged_are_missed(finished: Finished) -> None:
    assert finished.proof.server_seed is not None
    seed = bytes.fromhex(finished.proof.server_seed)
    stream = Stream(game_key(seed, finished.proof.key_id, finished.proof.client_seeds), 3)
    # So many numbers to pick from that no two outcomes are the same by chance.
    picks = [Pick(n=2**31, value=stream.below(2**31)) for _ in range(5)]

    def check(outcomes: list[Pick]) -> None:
        entries = list(finished.log.entries)
        entries[3] = entries[3].model_copy(update={"chance": outcomes})
        verify(finished.log.model_copy(update={"entries": entries}), finished.proof)

    check(picks)
    for left_out in range(4):
        with pytest.raises(VerificationFailed, match=rf"^version 3: outcome {left_out + 1} of 4 "):
            check(picks[:left_out] + picks[left_out + 1 :])
    with pytest.raises(VerificationFailed, match=r"^version 3: outcome 1 of 5 "):
        check(picks[::-1])


def test_an_unknown_outcome_is_not_called_fair(finished: Finished) -> None:
    entries = list(finished.log.entries)
    deal = next(i for i, entry in enumerate(entries) if entry.chance)
    roll = UnknownDraw.model_validate({"type": "roll", "sides": 6, "value": 2})
    entries[deal] = entries[deal].model_copy(update={"chance": [roll]})
    with pytest.raises(VerificationFailed, match=rf"^version {deal}: "):
        verify(finished.log.model_copy(update={"entries": entries}), finished.proof)


def drop_entry(log: dict[str, Any], _: dict[str, Any]) -> None:
    del log["entries"][3]


def swap_entries(log: dict[str, Any], _: dict[str, Any]) -> None:
    log["entries"][3], log["entries"][4] = log["entries"][4], log["entries"][3]


def drop_beginning(log: dict[str, Any], _: dict[str, Any]) -> None:
    del log["entries"][0]["events"][0]


def drop_everything(log: dict[str, Any], _: dict[str, Any]) -> None:
    log["entries"].clear()


def other_commitment(log: dict[str, Any], _: dict[str, Any]) -> None:
    log["entries"][0]["events"][0]["commitment"] = 64 * "0"


def other_claim(log: dict[str, Any], _: dict[str, Any]) -> None:
    (claim,) = (e for row in log["entries"] for e in row["events"] if e["type"] == "seat_claimed")
    claim["client_seed"] = "another"


def claim_of_no_seat(log: dict[str, Any], _: dict[str, Any]) -> None:
    (claim,) = (e for row in log["entries"] for e in row["events"] if e["type"] == "seat_claimed")
    claim["seat"] = 9


def other_created_seed(log: dict[str, Any], _: dict[str, Any]) -> None:
    log["entries"][0]["events"][0]["seats"][0]["client_seed"] = "another"


def other_game(log: dict[str, Any], _: dict[str, Any]) -> None:
    log["id"] = "g_01KB7M2Q8V5T0W3XN4R6Y9ZC1D"


def proof_says(key: str, value: Any) -> Change:
    def change(_: dict[str, Any], proof: dict[str, Any]) -> None:
        proof[key] = value

    return change


def other_seed(log: dict[str, Any], proof: dict[str, Any]) -> None:
    """A seed found afterwards, with a commitment to fit, in the log too."""
    seed = bytes(range(32))
    proof["server_seed"] = seed.hex()
    proof["commitment"] = hashlib.sha256(seed).hexdigest()
    log["entries"][0]["events"][0]["commitment"] = proof["commitment"]


CHANGES: list[tuple[Change, str]] = [
    (drop_entry, "version 3: this version is missing"),
    (swap_entries, "version 3: this version is missing"),
    (drop_beginning, "does not begin with the game's creation"),
    (drop_everything, "does not begin with the game's creation"),
    (other_commitment, "the commitment in the log is not the proof's"),
    (other_claim, "client seeds are not those that the log tells of"),
    (other_created_seed, "client seeds are not those that the log tells of"),
    (claim_of_no_seat, "a seat is claimed that there is not"),
    (other_game, "not made from this game's id"),
    (other_seed, "the commitment is not the one that was noted"),
    (proof_says("server_seed", None), "the game is not over"),
    (proof_says("server_seed", 64 * "0"), "not the one that was committed to"),
    (proof_says("server_seed", "zz"), "not in hex"),
    (proof_says("commitment", 64 * "0"), "the commitment is not the one that was noted"),
    (proof_says("algorithm", "dice"), "the algorithm dice is not known"),
    (proof_says("key_id", "g_" + 26 * "0"), "not made from this game's id"),
    (proof_says("open_seed", True), "differ on whether the seed was open"),
    (proof_says("client_seeds", [None, None, "other"]), "client seeds"),
    (proof_says("client_seeds", [None, None]), "client seeds"),
]


@pytest.mark.parametrize(("change", "sentence"), CHANGES)
def test_log_and_proof_must_fit_together(finished: Finished, change: Change, sentence: str) -> None:
    with pytest.raises(VerificationFailed, match=sentence):
        verify(*changed(finished, change), commitment=finished.noted)


def test_another_seed_with_a_commitment_to_fit_gives_other_outcomes(finished: Finished) -> None:
    with pytest.raises(VerificationFailed, match=r"outcome 1 of \d is not the one"):
        verify(*changed(finished, other_seed))


def test_an_open_seed_is_reported(url: str) -> None:
    with Client(url) as client:
        new = DrinkoNewGame(seats=[NewSeat(), NewSeat(client_seed="given-early")], seed=64 * "0")
        created = client.create_game(new)
        seats = [client.seat(created.game.id, seat.token) for seat in created.tokens]
        while (game := client.look(created.game.id)).status != "over":
            (seat,) = (d.seat for d in game.decisions if d.required)
            turn = seats[seat].wait_for_turn()
            assert turn is not None
            turn.play(turn.legal_actions[0])
        report = verify(client.log(created.game.id), client.proof(created.game.id))
        assert report.open_seed
        assert report.binding_seeds == ()
