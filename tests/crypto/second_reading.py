"""A second program for hidden things, written from protocol/hidden.md alone: the curve by the school book, every sum
term by term. Imports nothing of ours; each operation of the vectors is a function on their own JSON.
"""

from __future__ import annotations

import hmac
from functools import cache
from typing import Any, TypeAlias

from tests.second_reading import Json, No, hkdf_expand, number_from, sha

p = 2**256 - 2**32 - 977
q = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
lam = 0x5363AD4CC05C30E0A5261C028812645A122E22EA20816678DF02967C1B23BD72
NAME = b"secp256k1"

Pt: TypeAlias = tuple[int, int] | None  # None is neutral


# --- Group -----------------------------------------------------------------------------------------------------------


def add(one: Pt, two: Pt) -> Pt:
    if one is None or two is None:
        return two if one is None else one
    (x1, y1), (x2, y2) = one, two
    if x1 == x2 and (y1 + y2) % p == 0:
        return None
    slope = 3 * x1 * x1 * pow(2 * y1, -1, p) if x1 == x2 else (y2 - y1) * pow(x2 - x1, -1, p)
    x = (slope * slope - x1 - x2) % p
    return x, (slope * (x1 - x) - y1) % p


def times(k: int, pt: Pt) -> Pt:
    return total((k, pt))


def total(*terms: tuple[int, Pt]) -> Pt:
    """The sum of all k·P: bit by bit from the highest, double and add."""
    result = None
    for bit in reversed(range(256)):
        result = add(result, result)
        for k, pt in terms:
            if (k % q) >> bit & 1:
                result = add(result, pt)
    return result


def enc(pt: Pt) -> bytes:
    assert pt is not None
    return bytes([2 + pt[1] % 2]) + pt[0].to_bytes(32, "big")


def dec(raw: bytes) -> Pt:
    if len(raw) != 33 or raw[0] not in (2, 3):
        raise No("bad-point")
    x = int.from_bytes(raw[1:], "big")
    y = pow(x**3 + 7, (p + 1) // 4, p)
    if x >= p or (y * y - x**3 - 7) % p:
        raise No("bad-point")
    return x, y if y % 2 == raw[0] % 2 else p - y


g = dec(bytes.fromhex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"))


def pieces(raw: bytes, size: int) -> list[bytes]:
    return [raw[at : at + size] for at in range(0, len(raw), size)]


def num(raw: bytes) -> int:
    return int.from_bytes(raw, "big")


def full(raw: bytes) -> int:
    return 1 + num(raw) % (q - 1)


def short(raw: bytes) -> int:
    return (num(raw[:8]) + lam * num(raw[8:])) % q


def from_seed(seed: bytes) -> Pt:
    i = 0
    while True:
        try:
            return dec(b"\x02" + sha("point", seed, i.to_bytes(4, "big")))
        except No:
            i += 1


@cache
def gen(i: int) -> Pt:
    return from_seed(sha("generator", NAME, i.to_bytes(4, "big")))


def com(r: int, *values: int) -> Pt:
    return total(*((value, gen(i)) for i, value in enumerate((r, *values))))


def read_points(raw: bytes, count: int) -> list[Pt]:
    if len(raw) != 33 * count:
        raise No("wrong-count")
    return [dec(piece) for piece in pieces(raw, 33)]


def read_cards(raw: bytes, count: int) -> list[tuple[Pt, Pt]]:
    pts = read_points(raw, 2 * count)
    return list(zip(pts[::2], pts[1::2], strict=True))


def read_scalars(raw: bytes, count: int) -> list[int]:
    if len(raw) != 32 * count:
        raise No("wrong-count")
    numbers = [num(piece) for piece in pieces(raw, 32)]
    if max(numbers) >= q:
        raise No("bad-scalar")
    return numbers


# --- Statements, challenges, nonces -----------------------------------------------------------------------------------


def weights(digest: bytes, n: int) -> list[int]:
    return [short(piece) for piece in pieces(hkdf_expand(digest, b"weights", 16 * n), 16)]


def nonce_key(entropy: bytes, statement: bytes) -> bytes:
    return hkdf_expand(hmac.digest(statement, entropy, "sha256"), b"tortuga/2/proof-nonce", 32)


def nonces(entropy: bytes, statement: bytes, label: str, n: int) -> list[int]:
    stream = hkdf_expand(nonce_key(entropy, statement), label.encode(), 32 * n)
    return [full(piece) for piece in pieces(stream, 32)]


def an_order(entropy: bytes, statement: bytes, n: int) -> list[int]:
    entries = list(range(n))
    stream = pieces(hkdf_expand(nonce_key(entropy, statement), b"order", 32 * (n - 1)), 32)
    for last in range(n - 1, 0, -1):
        at = number_from(stream.pop(0), last + 1)
        entries[last], entries[at] = entries[at], entries[last]
    return entries


# --- Linear proofs ----------------------------------------------------------------------------------------------------

Relations: TypeAlias = list[tuple[list[tuple[int, Pt]], Pt]]  # [(number of the secret, base) ...], result


def prove(relations: Relations, secrets: list[int], statement: bytes, entropy: bytes) -> bytes:
    ks = nonces(entropy, statement, "nonce", len(secrets))
    announced = [enc(total(*((ks[j], base) for j, base in terms))) for terms, _ in relations]
    e = short(sha("challenge", statement, *announced)[:16])
    answers = [(k + e * x) % q for k, x in zip(ks, secrets, strict=True)]
    return b"".join(number.to_bytes(32, "big") for number in (e, *answers))


def check(relations: Relations, count: int, proof: bytes, statement: bytes, code: str) -> None:
    e, *answers = read_scalars(proof, 1 + count)
    if e == 0:
        raise No("bad-scalar")
    announced = []
    for terms, result in relations:
        r = total(*((answers[j], base) for j, base in terms), (-e, result))
        if r is None or result is None:
            raise No(code)
        announced.append(enc(r))
    if e != short(sha("challenge", statement, *announced)[:16]):
        raise No(code)


def shares_relations(y: Pt, cards: list[tuple[Pt, Pt]], given: list[Pt], statement: bytes) -> Relations:
    ws = [1, *weights(statement, len(cards) - 1)]
    sum_a = total(*((w, a) for w, (a, _) in zip(ws, cards, strict=True)))
    return [([(0, g)], y), ([(0, sum_a)], total(*zip(ws, given, strict=True)))]


def remask_relations(key: Pt, old: tuple[Pt, Pt], new: tuple[Pt, Pt]) -> Relations:
    return [([(0, g)], total((1, new[0]), (-1, old[0]))), ([(0, key)], total((1, new[1]), (-1, old[1])))]


def cross_relations(y: Pt, to: Pt, held: tuple[Pt, Pt], given: tuple[Pt, Pt]) -> Relations:
    third = [(1, to), (0, times(-1, held[0]))]
    return [([(0, g)], y), ([(1, g)], given[0]), (third, total((1, given[1]), (-1, held[1])))]


# --- operations of the vectors ----------------------------------------------------------------------------------------


def b(text: str) -> bytes:
    return bytes.fromhex(text)


def point(raw: str) -> Json:
    return {"raw": enc(dec(b(raw))).hex()}


def point_from_seed(seed: str) -> Json:
    return {"point": enc(from_seed(b(seed))).hex()}


def generators(count: int) -> Json:
    return {"generators": [enc(gen(i)).hex() for i in range(count)]}


def pile_points(pile: str, faces: list[int], alike: bool) -> list[bytes]:
    numbers = [min(j for j, face in enumerate(faces) if face == faces[i]) if alike else i for i in range(len(faces))]
    kind = b"alike" if alike else b"distinct"
    return [enc(from_seed(sha("card-point", NAME, pile.encode(), kind, n.to_bytes(4, "big")))) for n in numbers]


def card_points(pile: str, faces: list[int], alike: bool) -> Json:
    return {"points": [raw.hex() for raw in pile_points(pile, faces, alike)]}


def scalars(raw: str) -> Json:
    return {"full": f"{full(b(raw)):064x}", "short": f"{short(b(raw)[:16]):064x}"}


def secret_of(seed: str) -> int:
    return full(hkdf_expand(b(seed), b"tortuga/2/card-key", 32))


def card_key(seed: str) -> Json:
    return {"key": enc(times(secret_of(seed), g)).hex()}


def joint_key(keys: list[str]) -> Json:
    joint = total(*((1, dec(b(key))) for key in keys))
    if joint is None:
        raise No("bad-point")
    return {"key": enc(joint).hex()}


def fresh_cards(key: str, points: list[str]) -> Json:
    return {"cards": b"".join(enc(g) + enc(add(dec(b(pt)), dec(b(key)))) for pt in points).hex()}


def key_proof(seed: str, context: str, entropy: str) -> Json:
    x = secret_of(seed)
    y = times(x, g)
    statement = sha("key-proof", NAME, b(context), enc(y))
    return {"key": enc(y).hex(), "proof": prove([([(0, g)], y)], [x], statement, b(entropy)).hex()}


def key_proof_check(key: str, proof: str, context: str) -> Json:
    y = dec(b(key))
    check([([(0, g)], y)], 1, b(proof), sha("key-proof", NAME, b(context), b(key)), "bad-key-proof")
    return {}


def shares(seed: str, cards: str, context: str, entropy: str) -> Json:
    x, locked = secret_of(seed), read_cards(b(cards), len(b(cards)) // 66)
    given = [times(x, a) for a, _ in locked]
    raw = b"".join(map(enc, given))
    statement = sha("shares", NAME, b(context), enc(times(x, g)), b(cards), raw)
    relations = shares_relations(times(x, g), locked, given, statement)
    return {"shares": raw.hex(), "proof": prove(relations, [x], statement, b(entropy)).hex()}


def shares_check(key: str, cards: str, shares: str, proof: str, context: str) -> Json:
    locked = read_cards(b(cards), len(b(cards)) // 66)
    given = read_points(b(shares), len(locked))
    statement = sha("shares", NAME, b(context), b(key), b(cards), b(shares))
    check(shares_relations(dec(b(key)), locked, given, statement), 1, b(proof), statement, "bad-share")
    return {}


def unlock(card: str, shares: list[str]) -> Json:
    ((a, b_half),) = read_cards(b(card), 1)
    return {"card": (enc(a) + enc(total((1, b_half), *((-1, dec(b(share))) for share in shares)))).hex()}


def open_card(card: str, shares: list[str], pile: str, faces: list[int], alike: bool) -> Json:
    ((_, b_half),) = read_cards(b(card), 1)
    bare = total((1, b_half), *((-1, dec(b(share))) for share in shares))
    points = pile_points(pile, faces, alike)
    if bare is None or enc(bare) not in points:
        raise No("unknown-card")
    number = points.index(enc(bare))
    return {"card": number, "face": faces[number]}


def remask(key: str, card: str, context: str, entropy: str) -> Json:
    ((a, b_half),) = read_cards(b(card), 1)
    (r,) = nonces(b(entropy), sha("remask", NAME, b(context), b(key), b(card)), "mask", 1)
    new = total((1, a), (r, g)), total((1, b_half), (r, dec(b(key))))
    raw = enc(new[0]) + enc(new[1])
    statement = sha("remask", NAME, b(context), b(key), b(card), raw)
    proof = prove(remask_relations(dec(b(key)), (a, b_half), new), [r], statement, b(entropy))
    return {"card": raw.hex(), "proof": proof.hex()}


def remask_check(key: str, old: str, new: str, proof: str, context: str) -> Json:
    (before,), (after,) = read_cards(b(old), 1), read_cards(b(new), 1)
    statement = sha("remask", NAME, b(context), b(key), b(old), b(new))
    check(remask_relations(dec(b(key)), before, after), 1, b(proof), statement, "bad-remask")
    return {}


def cross(tag: str, seed: str, held: str, to: str, context: str, entropy: str) -> Json:
    x, target = secret_of(seed), dec(b(to))
    y = enc(times(x, g))
    ((a, b_half),) = read_cards(b(held), 1)
    (r,) = nonces(b(entropy), sha(tag, NAME, b(context), y, b(to), b(held)), "mask", 1)
    given = times(r, g), total((1, b_half), (-x, a), (r, target))
    raw = enc(given[0]) + enc(given[1])
    statement = sha(tag, NAME, b(context), y, b(to), b(held), raw)
    relations = cross_relations(times(x, g), target, (a, b_half), given)
    return {"card": raw.hex(), "proof": prove(relations, [x, r], statement, b(entropy)).hex()}


def cross_check(tag: str, code: str, key: str, held: str, given: str, to: str, proof: str, context: str) -> Json:
    (before,), (after,) = read_cards(b(held), 1), read_cards(b(given), 1)
    statement = sha(tag, NAME, b(context), b(key), b(to), b(held), b(given))
    check(cross_relations(dec(b(key)), dec(b(to)), before, after), 2, b(proof), statement, code)
    return {}


def hand_over(**inputs: str) -> Json:
    return cross("hand-over", **inputs)


def hand_over_check(**inputs: str) -> Json:
    return cross_check("hand-over", "bad-hand-over", **inputs)


def reading_copy(**inputs: str) -> Json:
    return cross("reading-copy", **inputs)


def reading_copy_check(**inputs: str) -> Json:
    return cross_check("reading-copy", "bad-reading-copy", **inputs)


def stay_copy(**inputs: str) -> Json:
    return cross("stay-copy", **inputs)


def stay_copy_check(**inputs: str) -> Json:
    return cross_check("stay-copy", "bad-hand-over", **inputs)


# --- Blind tags -------------------------------------------------------------------------------------------------------


def tag_relations(base: Pt, cards: Any, tagged: Any, statement: bytes) -> Any:
    w = weights(statement, 2 * len(cards))
    halves = [[half for card in some for half in card] for some in (cards, tagged)]
    big_a, big_d = (total(*zip(w, some, strict=True)) for some in halves)
    return [([(0, g)], base), ([(0, big_a)], big_d)]


def tags(cards: str, context: str, entropy: str) -> Json:
    locked = read_cards(b(cards), len(b(cards)) // 66)
    (s,) = nonces(b(entropy), sha("blind-tag", NAME, b(context), b(cards)), "tag", 1)
    tagged = [(times(s, first), times(s, second)) for first, second in locked]
    raw = b"".join(enc(half) for card in tagged for half in card)
    base = times(s, g)
    statement = sha("blind-tag", NAME, b(context), enc(base), b(cards), raw)
    proof = prove(tag_relations(base, locked, tagged, statement), [s], statement, b(entropy))
    return {"base": enc(base).hex(), "tagged": raw.hex(), "proof": proof.hex()}


def tags_check(cards: str, base: str, tagged: str, proof: str, context: str) -> Json:
    count = len(b(cards)) // 66
    locked, given = read_cards(b(cards), count), read_cards(b(tagged), count)
    statement = sha("blind-tag", NAME, b(context), b(base), b(cards), b(tagged))
    check(tag_relations(dec(b(base)), locked, given, statement), 1, b(proof), statement, "bad-tag")
    return {}


def tag_sums(parts: list[str]) -> Json:
    decks = [read_cards(b(part), len(b(part)) // 66) for part in parts]
    raw = b""
    for some in zip(*decks, strict=True):
        for half in (0, 1):
            point = total(*((1, card[half]) for card in some))
            if point is None:
                raise No("bad-point")
            raw += enc(point)
    return {"sums": raw.hex()}


def tag_places(sums: str, shares: list[str], deck: int) -> Json:
    masked = read_cards(b(sums), len(b(sums)) // 66)
    given = [read_points(b(part), len(masked)) for part in shares]
    bare = [total((1, card[1]), *((-1, part[i]) for part in given)) for i, card in enumerate(masked)]
    tagged = [enc(point) for point in bare if point is not None]
    places = [tagged[:deck].index(tag) if tag in tagged[:deck] else -1 for tag in tagged[deck:]]
    if len(tagged) < len(masked) or len({*tagged[:deck]}) < deck or -1 in places or len({*places}) < len(places):
        raise No("unknown-card")
    return {"places": places}


# --- Shuffle proof ----------------------------------------------------------------------------------------------------


def challenges(s: bytes, proof: bytes, n: int) -> tuple[list[int], int, int, int, bytes]:
    """u, y, z, e and D_3, from the announced points at the beginning of a proof."""
    d1 = sha("challenge", s, proof[:33])
    d2 = sha("challenge", d1, proof[33:66])
    d3 = sha("challenge", d2, proof[66:264])
    y, z = (full(piece) for piece in pieces(hkdf_expand(d2, b"y and z", 64), 32))
    return weights(d1, n), y, z, full(d3), d3


def mix(key: str, deck: str, context: str, entropy: str) -> Json:
    big_k, n = dec(b(key)), len(b(deck)) // 66
    before = read_cards(b(deck), n)
    first = sha("shuffle", NAME, b(context), b(key), b(deck))
    order, rho = an_order(b(entropy), first, n), nonces(b(entropy), first, "masks", n)
    after = [
        (total((1, before[place][0]), (r, g)), total((1, before[place][1]), (r, big_k)))
        for place, r in zip(order, rho, strict=True)
    ]
    raw = b"".join(enc(half) for card in after for half in card)
    s = sha("shuffle", NAME, b(context), b(key), b(deck), raw)
    proof = mix_proof(big_k, after, [place + 1 for place in order], rho, s, b(entropy))
    return {"after": raw.hex(), "proof": proof.hex()}


def mix_proof(big_k: Pt, after: Any, pi: list[int], rho: list[int], s: bytes, entropy: bytes) -> bytes:
    n = len(pi)
    r_a, r_b, r_beta, tau, r_s, r_small, r_large = nonces(entropy, s, "blinds", 7)
    beta, ss = nonces(entropy, s, "beta", n), nonces(entropy, s, "s", n)
    delta = [ss[0], *nonces(entropy, s, "delta", n - 2), 0]
    points = enc(com(r_a, *pi))
    u, *_ = challenges(s, points, n)
    c = [u[place - 1] for place in pi]
    points += enc(com(r_b, *c))
    _, y, z, *_ = challenges(s, points, n)
    d = [y * pi[i] + c[i] - z for i in range(n)]
    prod = [d[0]]
    for i in range(1, n):
        prod.append(prod[-1] * d[i] % q)
    points += enc(com(r_beta, *beta))
    for half, base in ((0, g), (1, big_k)):
        points += enc(total(*((beta[i], after[i][half]) for i in range(n)), (-tau, base)))
    points += enc(com(r_s, *ss))
    points += enc(com(r_small, *(-delta[i] * ss[i + 1] for i in range(n - 1))))
    large = (delta[i + 1] - d[i + 1] * delta[i] - prod[i] * ss[i + 1] for i in range(n - 1))
    points += enc(com(r_large, *large))
    *_, e, _ = challenges(s, points, n)
    answers = [beta[i] + e * c[i] for i in range(n)] + [ss[i] + e * d[i] for i in range(n)]
    answers += [delta[i] + e * prod[i] for i in range(1, n - 1)]
    answers += [r_beta + e * r_b, tau + e * sum(c[i] * rho[i] for i in range(n))]
    answers += [r_s + e * (y * r_a + r_b), r_small + e * r_large]
    return points + b"".join((answer % q).to_bytes(32, "big") for answer in answers)


def mix_check(key: str, before: str, after: str, proof: str, context: str) -> Json:
    """The four equations one by one, without folding."""
    big_k, n = dec(b(key)), len(b(before)) // 66
    old, new = read_cards(b(before), n), read_cards(b(after), n)
    if not 2 <= n <= 128 or len(b(proof)) != 328 + 96 * n:
        raise No("wrong-count")
    pa, pb, b0, e0_a, e0_b, c_s, c_small, c_large = read_points(b(proof)[:264], 8)
    answers = read_scalars(b(proof)[264:], 3 * n + 2)
    f, d, inner = answers[:n], answers[n : 2 * n], answers[2 * n : 3 * n - 2]
    r_f, t_f, r_d, r_p = answers[3 * n - 2 :]
    s = sha("shuffle", NAME, b(context), b(key), b(before), b(after))
    u, y, z, e, _ = challenges(s, b(proof), n)
    product = e
    for j in range(1, n + 1):
        product = product * (y * j + u[j - 1] - z) % q
    ps = [d[0], *inner, product]
    equations = [
        (com(r_f, *f), total((1, b0), (e, pb))),
        (com(r_d, *(x + e * z for x in d)), total((1, c_s), (e, pb), (e * y, pa))),
        (com(r_p, *(e * ps[i + 1] - ps[i] * d[i + 1] for i in range(n - 1))), total((1, c_small), (e, c_large))),
    ]
    for half, base, e0 in ((0, g, e0_a), (1, big_k, e0_b)):
        left = total(*((f[i], new[i][half]) for i in range(n)), (-t_f, base))
        equations.append((left, total((1, e0), *((e * u[j], old[j][half]) for j in range(n)))))
    if any(left != right or left is None for left, right in equations):
        raise No("bad-shuffle")
    return {}
