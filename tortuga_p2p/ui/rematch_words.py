"""Who wants to play again, and who has left, in words that every kind of screen uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..text import _, listed, n_
from .harmless import clean

if TYPE_CHECKING:
    from ..node.one_game import Party


def can_ask(party: Party) -> bool:
    """Whether a rematch may come about: the table is over, and whoever opened it can be asked, or has opened it."""
    node = party.node
    if node is None or not party.can_rematch or not node.afterwards.is_settled:
        return False
    after = node.afterwards
    return not after.lingers or after.opener in after.wanting or after.opener not in node.away_since


def rematch_words(party: Party) -> list[str]:
    """What there is to know about a rematch just now; nothing where nobody wants one and nobody has left."""
    node = party.node
    if node is None or node.session.table is None or not node.afterwards.is_settled:
        return []
    after, own = node.afterwards, party.identity.public
    names = {person.identity: clean(person.name) for person in node.session.meeting.people if not person.bot}
    if not party.can_rematch:
        wish = _wish([name for key, name in names.items() if key in after.wanting and key != own])
        gone_table = _("This game was resumed and its table is gone: host or join another for a new game.")
        return [*wish, gone_table] if wish else []
    opener, is_open = names.get(after.opener, ""), after.opener in after.wanting
    others = [names[key] for key in names if key in after.wanting and key not in (own, after.opener)]
    gone = [key for key in names if key in node.away_since and not (key == after.opener and is_open)]
    told = _wish(others)
    if own == after.opener:
        pass
    elif is_open:
        told.append(_("{name} has opened the table again.", name=opener))
    elif after.opener in gone:
        told.append(_("{name}, who opened the table, has left: there is no rematch here.", name=opener))
        gone.remove(after.opener)
    elif own in after.wanting:
        told.append(_("You want a rematch: waiting for {name} to open the table again.", name=opener))
    if gone:
        left = [names[key] for key in gone]
        told.append(n_("{names} has left.", "{names} have left.", len(left)).format(names=listed(left)))
    return told


def _wish(others: list[str]) -> list[str]:
    if not others:
        return []
    return [n_("{names} wants a rematch.", "{names} want a rematch.", len(others)).format(names=listed(others))]
