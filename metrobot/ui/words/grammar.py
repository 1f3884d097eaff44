"""Small words that change with the fact that a sentence fills in: `{name:을}`, `{last:y}`.

Some languages write a small word differently before or after different
words. Their catalogues name it after a colon, and it is chosen here.
"""

from collections.abc import Callable, Mapping
from typing import Final

Rule = Callable[[str, str], str]
"""Function that joins a fact and the small word that is asked for."""

_FIRST_SYLLABLE, _LAST_SYLLABLE, _FINALS = 0xAC00, 0xD7A3, 28
_RIEUL: Final = "ㄹ"
_OTHER: Final = "ㅇ"
_DIGITS: Final = dict(zip("0123456789", "ㅇㄹ-ㅇ--ㅇㄹㄹ-", strict=True))
_LETTERS: Final = {"L": _RIEUL, "M": _OTHER, "N": _OTHER}
"""Letters whose Korean names end with a consonant."""
_OPEN: Final = "-"
_PARTICLES: Final = (("을", "를"), ("이", "가"), ("은", "는"), ("과", "와"), ("으로", "로"))
"""Forms of each particle: after a consonant, after a vowel."""
_BARE: Final = "-"
"""Prefix of a particle that is wanted without the fact."""
# “Hielo” and “high” begin with a consonant's sound, before which y stays.
_GLIDES: Final = ("hia", "hie", "hio", "high")
GROUPED_FROM: Final[Mapping[str, int]] = {"es": 10_000}
"""Smallest number whose digits are grouped, where it is not 1,000."""


def korean(fact: str, form: str) -> str:
    """Return a fact with the particle that goes with its last sound.

    Where that cannot be known, as with foreign names, both are written, the
    second in brackets. Of `-을` only the particle is returned.

    Raises:
        ValueError: there is no such particle.
    """
    pair = next((pair for pair in _PARTICLES if form.removeprefix(_BARE) in pair), None)
    if pair is None:
        raise ValueError(f"no particle: {form}")
    final, (closed, opened) = _final(fact), pair
    if final is None:
        particle = f"{closed}({opened})"
    else:
        particle = opened if final == _OPEN or (final == _RIEUL and opened == "로") else closed
    return particle if form.startswith(_BARE) else fact + particle


def _final(fact: str) -> str | None:
    """Return the kind of the last sound: vowel, ㄹ, or another consonant; None: unknown."""
    letters = [char for char in fact if char.isalnum()]
    last = letters[-1] if letters else ""
    if last and _FIRST_SYLLABLE <= ord(last) <= _LAST_SYLLABLE:
        # Syllables that differ in their final consonant follow each other: 0 is none, 8 is ㄹ.
        return {0: _OPEN, 8: _RIEUL}.get((ord(last) - _FIRST_SYLLABLE) % _FINALS, _OTHER)
    if last in _DIGITS:
        return _DIGITS[last]
    # A letter by itself is read by its name; the sound at the end of a foreign word is unknown.
    alone = len(letters) < 2 or not letters[-2].isalpha()
    return _LETTERS.get(last, _OPEN) if alone and "A" <= last <= "Z" else None


def spanish(fact: str, word: str) -> str:
    """Return a fact after `y` or `o`, which are `e` and `u` before their own sound.

    Raises:
        ValueError: another word is asked for.
    """
    letters = "".join(char for char in fact if char.isalnum() or char.isspace()).lower().lstrip()
    if word == "y":
        starts = letters.startswith(("i", "í", "hi", "hí"))
        return f"{'e' if starts and not letters.startswith(_GLIDES) else 'y'} {fact}"
    if word == "o":
        # “Ocho” and “once” are written as digits, and begin with this sound too.
        starts = letters.startswith(("o", "ó", "ho", "hó", "8")) or letters.split()[:1] == ["11"]
        return f"{'u' if starts else 'o'} {fact}"
    raise ValueError(f"no such word: {word}")


RULES: Final[Mapping[str, Rule]] = {"es": spanish, "ko": korean}
"""Rules of the languages that have such words."""


class Inflected(str):
    """A fact that can be formatted together with a small word."""

    _rule: Rule

    def __new__(cls, fact: str, rule: Rule) -> "Inflected":
        """Keep the rule of the language beside the fact."""
        text = super().__new__(cls, fact)
        text._rule = rule
        return text

    def __format__(self, format_spec: str) -> str:
        """Return the fact, joined with the small word that is asked for."""
        return self._rule(str(self), format_spec) if format_spec else str(self)
