"""Race: nothing but rules, in a folder that is not ours. Everything else is made of them."""

from tests.tinygames.race import Race


class LongRace(Race):
    """So far to the goal that nobody reaches it before everybody has had a turn."""

    options = (Race.options[0]._replace(default=100),)


GAME = LongRace()
