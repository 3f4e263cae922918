"""The kinds of game, as a client that offers them needs to know them."""

import pytest
from werkzeug.test import TestResponse

from tapster.games import KINDS
from tapster.games.kernel.kind import AnyKind
from tests.api.house import Json, house, problem, validator
from tests.laws.games import lengths

NAMES = [kind.name for kind in KINDS]


def details(name: str) -> Json:
    response = house().client.get(f"/v1/kinds/{name}")
    assert response.status_code == 200
    return response.get_json()


def test_the_list_has_every_registered_kind() -> None:
    listed = house().client.get("/v1/kinds").get_json()
    validator("KindList").validate(listed)
    assert [item["name"] for item in listed["items"]] == NAMES
    for item in listed["items"]:
        full = details(item["name"])
        assert {name: full[name] for name in item} == item


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_a_kind_has_all_that_a_client_needs(kind: AnyKind) -> None:
    body = details(kind.name)
    validator("KindDetails").validate(body)
    assert body["seats"] == {"fewest": kind.seats[0], "most": kind.seats[1]}
    assert body["rulesets"] == list(kind.rulesets)
    assert len(body["actions"]) == len(kind.command_types)
    assert [card["code"] for card in body["cards"]] == [card.code for card in kind.catalogue]
    assert "[R1]" in body["rules"]
    assert len(body["options"]) == len(kind.options_type.__struct_fields__)
    for described in (*body["options"], *body["actions"]):
        assert described["description"]
        assert described["schema"]


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_the_defaults_make_a_game_that_says_them_again(kind: AnyKind) -> None:
    """All defaults spelled out and nothing spelled out give the same options."""
    h = house()
    defaults = {option["name"]: option["default"] for option in details(kind.name)["options"]}
    for seats in range(kind.seats[0], kind.seats[1] + 1):
        plain = h.create(seats, kind=kind.name)
        spelled = h.create(seats, kind=kind.name, options=defaults)
        assert plain.look()["options"] == spelled.look()["options"]
        assert plain.look()["kind"] == kind.name
        assert plain.look()["ruleset"] == kind.ruleset


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_every_kind_can_be_played_and_followed_here(kind: AnyKind) -> None:
    """The fewest seats, some actions; the deeper promises are tested with one kind for all."""
    game = house().create(kind.seats[0], kind=kind.name)
    types = {action["type"] for action in details(kind.name)["actions"]}
    played: list[tuple[int, Json, TestResponse]] = []
    while len(played) < 4 and game.look()["status"] == "active":
        played += game.play()
    assert len(played) == 4 or min(lengths(kind)) <= 4, "the games of this kind are longer"
    for seat, body, response in played:
        assert body["action"]["type"] in types
        validator("ActionAnswer").validate(response.get_json())
        again = game.post("/actions", seat, body)
        assert (again.status_code, again.data) == (200, response.data)
    for viewer in (None, 0, "host"):
        validator("Game").validate(game.look(viewer))
        validator("Feed").validate(game.get("/events", viewer).get_json())


@pytest.mark.parametrize("name", ["chess", "DRINKO", "drinko@1", "%20", "..%2f", "drinko%00"])
def test_an_unknown_kind(name: str) -> None:
    response = house().client.get(f"/v1/kinds/{name}")
    assert response.get_json()["code"] in ("kind_not_found", "not_found")
    problem(response, response.get_json()["code"])


def test_kinds_need_no_token_and_mind_none() -> None:
    response = house().client.get("/v1/kinds", headers={"Authorization": "Bearer rubbish"})
    assert response.status_code == 200
