"""A second program written from the text of protocol/ alone: it imports nothing of ours but the standard library.

Each function is one operation of the published vectors, on the vectors' own JSON. A refusal is raised as `No(code)`.
Where this file and the product differ, the specification is unclear or one of the two is wrong.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


class No(Exception):
    """Refused, with a code."""


# --- conventions.md ------------------------------------------------------------------------------------------------


def sha(tag: str, *parts: bytes) -> bytes:
    hasher = hashlib.sha256()
    for part in (b"tortuga/2/" + tag.encode(), *parts):
        hasher.update(len(part).to_bytes(4, "big"))
        hasher.update(part)
    return hasher.digest()


def number_from(seed: bytes, bound: int) -> int:
    bits = 0
    while 1 << bits < bound:
        bits += 1
    for block in range(1000):
        stream = sha("uniform", seed, block.to_bytes(4, "big"))
        for at in range(0, 32, 4):
            number = int.from_bytes(stream[at : at + 4], "big") // (1 << 32 - bits)
            if number < bound:
                return number
    raise AssertionError("a thousand blocks without a number")


def hkdf_expand(key: bytes, info: bytes, length: int) -> bytes:
    stream = last = b""
    while len(stream) < length:
        last = hmac.digest(key, last + info + bytes([len(stream) // 32 + 1]), "sha256")
        stream += last
    return stream[:length]


def branches(master: str, lobby_id: str) -> dict[str, bytes]:
    prk = hmac.digest(bytes.fromhex(lobby_id), bytes.fromhex(master), "sha256")
    root = hkdf_expand(prk, b"tortuga/2/game-secret", 32)
    names = ("chain_seed", "leaf_seed", "card_seed", "nonce_key")
    return {name: hkdf_expand(root, b"tortuga/2/" + name.replace("_", "-").encode(), 32) for name in names}


def tagged_hash(tag: str, parts: list[str]) -> Json:
    return {"digest": sha(tag.removeprefix("tortuga/2/"), *map(bytes.fromhex, parts)).hex()}


def uniform_number(seed: str, bound: int) -> Json:
    return {"number": number_from(bytes.fromhex(seed), bound)}


def game_secret(master: str, lobby_id: str) -> Json:
    return {name: key.hex() for name, key in branches(master, lobby_id).items()}


def nonce(master: str, lobby_id: str, slot: str, statement: str, length: int) -> Json:
    info = sha("nonce", bytes.fromhex(slot), bytes.fromhex(statement))
    return {"nonce": hkdf_expand(branches(master, lobby_id)["nonce_key"], info, length).hex()}


def slot_bytes(table: str, epoch: int, step: int, lane: str, seat: int) -> Json:
    assert max(epoch, step, seat) < 128
    name = bytes([0xA0 + len(lane)]) + lane.encode()
    return {"slot": (b"\x95\xc4\x20" + bytes.fromhex(table) + bytes([epoch, step]) + name + bytes([seat])).hex()}


def sealed_choice(master: str, lobby_id: str, slot: str, choice: str) -> Json:
    statement = sha("commit-salt", bytes.fromhex(choice)).hex()
    salt = nonce(master, lobby_id, slot, statement, 32)["nonce"]
    return {"digest": sha("commit", *map(bytes.fromhex, (slot, salt, choice))).hex()}


def seal_check(digest: str, slot: str, choice: str, salt: str) -> Json:
    if sha("commit", *map(bytes.fromhex, (slot, salt, choice))).hex() != digest:
        raise No("reveal-mismatch")
    return {}


def key_check(public: str) -> Json:
    key = bytes.fromhex(public)
    p = 2**255 - 19
    y = int.from_bytes(key, "little") % 2**255
    d = -121665 * pow(121666, -1, p) % p
    # Of small order: neutral, order two, order four, or twice it has y = 0, which is d * y**4 + 2 * y**2 - 1 = 0.
    if len(key) != 32 or y >= p or y in (0, 1, p - 1) or (d * y**4 + 2 * y**2 - 1) % p == 0:
        raise No("bad-key")
    bits = int.from_bytes(sha("fingerprint", key)[:8], "big")
    letters = ""
    for at in range(4):
        word = bits >> (48 - 16 * at) & 0xFFFF
        for shift, alphabet in ((12, CONSONANTS), (10, VOWELS), (6, CONSONANTS), (4, VOWELS), (0, CONSONANTS)):
            letters += alphabet[word >> shift & (len(alphabet) - 1)]
    return {"fingerprint": "-".join(letters[at : at + 5] for at in range(0, 20, 5))}


CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"


# --- randomness.md -------------------------------------------------------------------------------------------------


def owner(lobby_id: str, identity: str) -> Json:
    return {"owner": sha("owner", bytes.fromhex(lobby_id), bytes.fromhex(identity)).hex()}


def chain(seed: str, owner: str, length: int) -> Json:
    value = bytes.fromhex(seed)
    for _ in range(length):
        value = sha("chain", bytes.fromhex(owner), value)
    return {"anchor": value.hex()}


def chain_link(owner: str, value: str, head: str) -> Json:
    if sha("chain", bytes.fromhex(owner), bytes.fromhex(value)).hex() != head:
        raise No("bad-chain-value")
    return {}


def beacon_and_draws(table_id: str, epoch: int, number: int, values: list[str], bounds: list[int]) -> Json:
    counters = (epoch.to_bytes(4, "big"), number.to_bytes(4, "big"))
    beacon = sha("beacon", bytes.fromhex(table_id), *counters, *map(bytes.fromhex, values))
    return {"draws": [number_from(sha("draw", beacon, at.to_bytes(4, "big")), n) for at, n in enumerate(bounds)]}


def dice_levels(leaf_seed: bytes, owner: bytes) -> list[list[bytes]]:
    """From the leaves of all rolls, eight a roll, to the root alone."""
    levels: list[list[bytes]] = [[], []]
    for roll in range(512):
        secrets = secrets_of(leaf_seed, roll)
        leaves = [sha("dice-leaf", secret) for secret in secrets]
        levels[0] += leaves
        levels[1].append(sha("dice-roll", owner, roll.to_bytes(4, "big"), *leaves))
    while len(level := levels[-1]) > 1:
        levels.append([sha("dice-node", level[at], level[at + 1]) for at in range(0, len(level), 2)])
    return levels


def secrets_of(leaf_seed: bytes, roll: int) -> list[bytes]:
    stream = hkdf_expand(leaf_seed, sha("dice-secret", roll.to_bytes(4, "big")), 256)
    return [stream[at : at + 32] for at in range(0, 256, 32)]


def dice_root(leaf_seed: str, owner: str) -> Json:
    return {"root": dice_levels(bytes.fromhex(leaf_seed), bytes.fromhex(owner))[-1][0].hex()}


def dice_opening(leaf_seed: str, owner: str, roll: int, positions: list[int]) -> Json:
    levels = dice_levels(bytes.fromhex(leaf_seed), bytes.fromhex(owner))
    secrets = secrets_of(bytes.fromhex(leaf_seed), roll)
    opening = b"".join(secrets[at] if at in positions else levels[0][8 * roll + at] for at in range(8))
    at = roll
    for level in levels[1:-1]:
        opening += level[at + 1 if at % 2 == 0 else at - 1]
        at //= 2
    return {"opening": opening.hex()}


def opened_dice(
    root: str,
    owner: str,
    roll: int,
    positions: list[int],
    opening: str,
    table_id: str,
    seat: int,
    beacon: str,
    sides: list[int],
) -> Json:
    pieces = [bytes.fromhex(opening[at : at + 64]) for at in range(0, len(opening), 64)]
    if len(opening) != 17 * 64 or not positions or positions != [at for at in range(8) if at in positions]:
        raise No("bad-opening")
    leaves = [sha("dice-leaf", piece) if at in positions else piece for at, piece in enumerate(pieces[:8])]
    node, place = sha("dice-roll", bytes.fromhex(owner), roll.to_bytes(4, "big"), *leaves), roll
    for sibling in pieces[8:]:
        node = sha("dice-node", node, sibling) if place % 2 == 0 else sha("dice-node", sibling, node)
        place //= 2
    if node.hex() != root:
        raise No("bad-opening")
    place_bytes = bytes.fromhex(table_id), bytes([seat]), roll.to_bytes(4, "big")
    seeds = [sha("die", *place_bytes, bytes([at]), pieces[at], bytes.fromhex(beacon)) for at in positions]
    return {"dice": [number_from(seed, n) for seed, n in zip(seeds, sides, strict=True)]}


# --- framing.md -------------------------------------------------------------------------------------------------------

ReadValue: TypeAlias = Any


def frames(stream: str) -> Json:
    rest = bytes.fromhex(stream)
    payloads = []
    while len(rest) >= 4:
        size = int.from_bytes(rest[:4], "big")
        if size == 0 or size > 65536:
            raise No("too-large" if size else "malformed")
        if len(rest) < 4 + size:
            break
        payloads.append(rest[4 : 4 + size].hex())
        rest = rest[4 + size :]
    return {"payloads": payloads, "complete": not rest}


def read_plain(raw: bytes) -> ReadValue:
    """A reader that knows only the shortest forms: whatever else it meets is `No`."""
    if len(raw) > 65536:
        raise No("too-large")
    long: list[int] = []  # where something is not in its shortest form: that counts only if nothing else is wrong
    value, end = read_at(raw, 0, 0, long)
    if end != len(raw):
        raise No("bytes follow")
    if long:
        raise No("not the shortest")
    return value


def read_at(raw: bytes, at: int, depth: int, long: list[int]) -> tuple[ReadValue, int]:
    first = take(raw, at, 1)[0]
    if first < 0x80 or first >= 0xE0:
        return first if first < 0x80 else first - 256, at + 1
    if first in (0xC2, 0xC3):
        return first == 0xC3, at + 1
    if first in range(0xCC, 0xD4):
        return read_integer(raw, at, first, long)
    if first in range(0x90, 0xA0) or first in (0xDC, 0xDD):
        size, body = read_size(raw, at, first, long, short=0x90, short_end=0xA0, wide={0xDC: 2, 0xDD: 4})
        if size > 1024 or depth == 16:
            raise No("too long or too deep")
        items = []
        for _ in range(size):
            item, body = read_at(raw, body, depth + 1, long)
            items.append(item)
        return tuple(items), body
    if first in range(0xA0, 0xC0) or first in (0xD9, 0xDA, 0xDB):
        size, body = read_size(raw, at, first, long, short=0xA0, short_end=0xC0, wide={0xD9: 1, 0xDA: 2, 0xDB: 4})
        try:
            return take(raw, body, size).decode("utf-8"), body + size
        except UnicodeDecodeError:
            raise No("no text") from None
    if first in (0xC4, 0xC5, 0xC6):
        size, body = read_size(raw, at, first, long, short=0, short_end=0, wide={0xC4: 1, 0xC5: 2, 0xC6: 4})
        return take(raw, body, size), body + size
    raise No("no plain value")


def take(raw: bytes, at: int, size: int) -> bytes:
    if at + size > len(raw):
        raise No("incomplete")
    return raw[at : at + size]


def read_integer(raw: bytes, at: int, first: int, long: list[int]) -> tuple[int, int]:
    width, signed = 2 ** (first - 0xCC & 3), first >= 0xD0
    number = int.from_bytes(take(raw, at + 1, width), "big", signed=signed)
    edges = {1: (-33, 127), 2: (-129, 255), 4: (-32769, 65535), 8: (-(2**31) - 1, 2**32 - 1)}
    if (signed and number > edges[width][0]) or (not signed and number <= edges[width][1]):
        long.append(at)
    return number, at + 1 + width


def read_size(
    raw: bytes, at: int, first: int, long: list[int], *, short: int, short_end: int, wide: dict[int, int]
) -> tuple[int, int]:
    if short <= first < short_end:
        return first - short, at + 1
    width = wide[first]
    size = int.from_bytes(take(raw, at + 1, width), "big")
    narrower = [short_end - short - 1, *(2 ** (8 * other) - 1 for other in wide.values() if other < width)]
    if size <= max(narrower):
        long.append(at)
    return size, at + 1 + width


# --- session.md: who sits where ------------------------------------------------------------------


def u32(n: int) -> bytes:
    return n.to_bytes(4, "big")


def drawn_seats(name: bytes, values: list[bytes]) -> list[int]:
    beacon = sha("beacon", name, u32(0), u32(1), *values)
    chairs, order = list(range(len(values))), []
    for i in range(len(values) - 1):
        order.append(chairs.pop(number_from(sha("draw", beacon, u32(i)), len(values) - i)))
    return order + chairs
