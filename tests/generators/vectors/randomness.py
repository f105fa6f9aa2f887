"""Vectors of protocol/randomness.md: chains, beacons, draws, private dice."""

from __future__ import annotations

from typing import Any

from tortuga_p2p.crypto.chain import Chain, beacon, check_link, draws, owner_context
from tortuga_p2p.crypto.dice import DiceTree, check_openings, die, opened_secrets

from .case import VectorOutcome, case, labelled

TABLE = labelled("table")
OWNER = owner_context(labelled("lobby"), labelled("identity key of Ana"))
OTHER = owner_context(labelled("lobby"), labelled("identity key of Ben"))
CHAIN_SEED, LEAF_SEED = labelled("chain seed"), labelled("leaf seed")
VALUES = [labelled(f"chain value of seat {seat}") for seat in range(3)]


def cases() -> dict[str, dict[str, Any]]:
    return {**_chain_cases(), **_beacon_cases(), **_dice_cases()}


# --- operations ------------------------------------------------------------------------------------------------


def owner(lobby_id: bytes, identity: bytes) -> VectorOutcome:
    return VectorOutcome({"owner": owner_context(lobby_id, identity)})


def chain(seed: bytes, owner: bytes, length: int) -> VectorOutcome:
    grown = Chain.grow(seed, owner, length)
    return VectorOutcome({"anchor": grown.anchor}, {"values": [grown.value(number) for number in range(1, 4)]})


def chain_link(owner: bytes, value: bytes, head: bytes) -> VectorOutcome:
    check_link(owner, value, head)
    return VectorOutcome()


def beacon_and_draws(table_id: bytes, epoch: int, number: int, values: list[bytes], bounds: list[int]) -> VectorOutcome:
    random_bytes = beacon(table_id, epoch, number, values)
    return VectorOutcome({"draws": draws(random_bytes, bounds)}, {"beacon": random_bytes})


def dice_root(leaf_seed: bytes, owner: bytes) -> VectorOutcome:
    tree = DiceTree(leaf_seed, owner)
    return VectorOutcome({"root": tree.root}, {"secrets_of_roll_0": tree.secrets(0)})


def dice_opening(leaf_seed: bytes, owner: bytes, roll: int, positions: list[int]) -> VectorOutcome:
    return VectorOutcome({"opening": DiceTree(leaf_seed, owner).open(roll, positions)})


def opened_dice(
    root: bytes,
    owner: bytes,
    roll: int,
    positions: list[int],
    opening: bytes,
    table_id: bytes,
    seat: int,
    beacon: bytes,
    sides: list[int],
) -> VectorOutcome:
    check_openings(root, owner, roll, positions, opening)
    secrets = opened_secrets(opening, positions)
    shown = [
        die(table_id, seat, roll, position, secret, beacon, bound)
        for position, secret, bound in zip(positions, secrets, sides, strict=True)
    ]
    return VectorOutcome({"dice": shown}, {"secrets": secrets})


# --- cases ----------------------------------------------------------------------------------------------------------


def _chain_cases() -> dict[str, dict[str, Any]]:
    grown = Chain.grow(CHAIN_SEED, OWNER)

    def link(comment: str, *, owner: bytes = OWNER, value: bytes, expect: str) -> dict[str, Any]:
        return case(comment, chain_link, owner=owner, value=value, head=grown.value(1), expect=expect)

    return {
        "owner": case(
            "The context of one seat in one lobby.",
            owner,
            lobby_id=labelled("lobby"),
            identity=labelled("identity key of Ana"),
        ),
        "chain-short": case("Four links, to follow by hand.", chain, seed=CHAIN_SEED, owner=OWNER, length=4),
        "chain": case("A chain of full length.", chain, seed=CHAIN_SEED, owner=OWNER, length=grown.length),
        "link": link("The next value.", value=grown.value(2), expect="accept"),
        "link-repeated": link("The value already shown.", value=grown.value(1), expect="bad-chain-value"),
        "link-skipped": link("One value too far.", value=grown.value(3), expect="bad-chain-value"),
        "link-of-another-seat": link(
            "The chain belongs to somebody else.", owner=OTHER, value=grown.value(2), expect="bad-chain-value"
        ),
    }


def _beacon_cases() -> dict[str, dict[str, Any]]:
    inputs: dict[str, Any] = {"table_id": TABLE, "epoch": 0, "number": 5, "values": VALUES, "bounds": [6, 6, 40, 2]}

    def drawn(comment: str, **changed: Any) -> dict[str, Any]:
        return case(comment, beacon_and_draws, **{**inputs, **changed})

    return {
        "beacon": drawn("Three seats, four draws."),
        "beacon-of-two-survivors": drawn("After a removal.", epoch=1, number=6, values=VALUES[:2]),
        "beacon-large-bound": drawn("Bounds of 2 to the power of 32 and one.", bounds=[1 << 32, 1]),
    }


def _dice_cases() -> dict[str, dict[str, Any]]:
    tree = DiceTree(LEAF_SEED, OWNER)
    opening = tree.open(77, [1, 3])
    inputs: dict[str, Any] = {
        "root": tree.root,
        "owner": OWNER,
        "roll": 77,
        "positions": [1, 3],
        "opening": opening,
        "table_id": TABLE,
        "seat": 2,
        "beacon": labelled("beacon"),
        "sides": [6, 6],
    }

    def refused(comment: str, **changed: Any) -> dict[str, Any]:
        return case(comment, opened_dice, **{**inputs, **changed}, expect="bad-opening")

    closed_shown = tree.open(77, [1, 3, 4])
    all_dice = list(range(8))
    return {
        "dice-root": case("The root over all dice of a game.", dice_root, leaf_seed=LEAF_SEED, owner=OWNER),
        "dice-opening": case(
            "Two dice of one roll.", dice_opening, leaf_seed=LEAF_SEED, owner=OWNER, roll=77, positions=[1, 3]
        ),
        "dice-opened": case("Two dice of one roll, checked and read.", opened_dice, **inputs),
        "dice-opened-all": case(
            "All dice of the last roll.",
            opened_dice,
            **{**inputs, "roll": 511, "positions": all_dice, "opening": tree.open(511, all_dice), "sides": [6] * 8},
        ),
        "dice-of-another-roll": refused("The roll before.", roll=76),
        "dice-of-other-positions": refused("Other dice of the same roll.", positions=[1, 4]),
        "dice-of-another-owner": refused("The tree belongs to somebody else.", owner=OTHER),
        "dice-one-more-shown": refused("A secret stands where a leaf belongs.", opening=closed_shown),
        "dice-changed-secret": refused("An invented secret.", opening=opening[:32] + bytes(32) + opening[64:]),
        "dice-longer-path": refused("32 bytes follow.", opening=opening + bytes(32)),
        "dice-out-of-order": refused("Positions do not ascend.", positions=[3, 1]),
        "dice-none": refused("No die at all.", positions=[], sides=[]),
    }
