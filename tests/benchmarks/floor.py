"""A bare playout of Tortuga for four: small lists changed in place, and nothing else.

No asks, no legal lists, no checks, no hidden hands, no states to keep: the least that such a game can cost in plain
Python, to see what the contract adds. Only the shape of the game is right (choices are not weighed as the rules would);
never use it for anything but its speed.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tortuga_p2p.games.tortuga.rules.components import (
    BOARD,
    BOX_MAX,
    CAPACITY,
    CHESTS,
    GOAL,
    RAID,
    SKULL,
    STANDARD_DICE,
    TILES,
)

if TYPE_CHECKING:
    from collections.abc import Callable

SEATS = 4


class Ship:
    """One player's board, changed in place."""

    __slots__ = ("bonus", "boxes", "coins", "crew", "fleet", "free", "island", "lying", "port")

    def __init__(self, island: int, crew: int) -> None:
        self.boxes = [3, 3]  # boat, pirate
        self.island, self.crew, self.fleet, self.port = [island], [crew], list[int](), 0
        self.bonus = [0] * 5
        self.lying: list[list[int]] = [[] for _ in range(5)]
        self.free = [0, 1, 2, 3, 4]
        self.coins = 0


def play(seed: int, limit: int | None = None) -> object:
    """The decisions of one game; or, after `limit` rounds, its boards."""
    random = Random(seed).random
    bag = [colour for colour, number in enumerate(CHESTS) for _ in range(number)]
    ships = [Ship(_take(bag, random), _take(bag, random)) for _ in range(SEATS)]
    centre: set[int] = set()
    decisions = rounds = 0
    while max(ship.port for ship in ships) < GOAL:
        if limit is not None and decisions >= limit:
            return ships
        decisions += _roll_all(ships, random)
        decisions += _act_all(ships, bag, centre, rounds % SEATS, random)
        decisions += _move_all(ships, bag, centre, random)
        rounds += 1
    return decisions


def _take(things: list[int], random: Callable[[], float]) -> int:
    return things.pop(int(random() * len(things)))


def _roll_all(ships: list[Ship], random: Callable[[], float]) -> int:
    """Everybody rolls and places dice until all lie."""
    decisions = 0
    for ship in ships:
        ship.lying = [[], [], [], [], []]
        ship.free = [0, 1, 2, 3, 4]
    while True:
        finished = [ship for ship in ships if not ship.free]
        if len(finished) == len(ships):
            return decisions
        for ship in ships:
            decisions += 1
            if ship.free:
                _place(ship, random)
            else:
                ship.bonus[int(random() * 5)] = 1


def _place(ship: Ship, random: Callable[[], float]) -> None:
    """Some of the dice that show one action, and perhaps skulls, where they fit."""
    rooms = [5, 5, 5, CAPACITY[ship.boxes[0]] - len(ship.lying[BOARD]), CAPACITY[ship.boxes[1]] - len(ship.lying[RAID])]
    while True:
        rolled: list[list[int]] = [[], [], [], [], [], []]
        for die in ship.free:
            rolled[int(random() * 6)].append(die)
        actions = [action for action in range(5) if rolled[action] and rooms[action]]
        if actions:
            action = actions[int(random() * len(actions))]
            dice = rolled[action]
        elif rolled[SKULL]:
            action, dice = int(random() * 3), rolled[SKULL]
        else:
            continue  # stuck: in the open, again
        for die in dice[: 1 + int(random() * min(len(dice), rooms[action]))]:
            ship.lying[action].append(die)
            ship.free.remove(die)
        return


def _act_all(ships: list[Ship], bag: list[int], centre: set[int], start: int, random: Callable[[], float]) -> int:
    """The two best of each action perform or forfeit it."""
    decisions = 0
    for action in range(5):
        ranked = []
        for step in range(SEATS):
            ship = ships[(start + step) % SEATS]
            if ship.lying[action]:
                total = ship.bonus[action]
                for die in ship.lying[action]:
                    total += STANDARD_DICE[die][action]
                ranked.append((-total, step, ship))
        ranked.sort(key=lambda entry: entry[0])
        for position, (_, _, ship) in enumerate(ranked[:2]):
            decisions += 1
            if random() < 0.2:
                continue
            if action < 2:
                ship.boxes[action] = min(BOX_MAX, ship.boxes[action] + 2 - position)
            elif action == 2:
                if position == 0 and bag:
                    ship.island.append(_take(bag, random))
                ship.coins += TILES[int(random() * len(TILES))]
            else:
                _attack(ship, ships[int(random() * SEATS)], action, position, centre, random)
    return decisions


def _attack(
    ship: Ship, victim: Ship, action: int, position: int, centre: set[int], random: Callable[[], float]
) -> None:
    if victim is ship:
        return
    area = victim.fleet if action == BOARD else victim.crew
    if position == 0 and area:
        ship.island.append(_take(area, random))
    elif position == 1 and centre:
        ship.island.append(centre.pop())
    track = action - BOARD
    victim.boxes[track] = max(1, victim.boxes[track] - 1)
    if victim.lying[action]:
        ship.boxes[track] = max(1, ship.boxes[track] - 1)


def _move_all(ships: list[Ship], bag: list[int], centre: set[int], random: Callable[[], float]) -> int:
    """A chest each, then everything one area on."""
    for ship in ships:
        if bag:
            ship.island.append(_take(bag, random))
        ship.port += len(ship.fleet)
        ship.fleet = _load(ship.crew, CAPACITY[ship.boxes[0]], bag, centre, random)
        ship.crew = _load(ship.island, CAPACITY[ship.boxes[1]], bag, centre, random)
        ship.island = []
    return len(ships)


def _load(chests: list[int], space: int, bag: list[int], centre: set[int], random: Callable[[], float]) -> list[int]:
    loaded: list[int] = []
    while chests and len(loaded) < space:
        loaded.append(_take(chests, random))
    for colour in chests:
        if colour in centre:
            bag.append(colour)
        else:
            centre.add(colour)
    return loaded
