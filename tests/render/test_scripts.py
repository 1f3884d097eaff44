"""Names in the scripts of the world, drawn."""

from collections.abc import Iterator
from inspect import unwrap
from itertools import combinations
from random import Random

import pytest
from PIL import ImageFont, features

from render.text import lettering as text
from render.text import scripts
from render.text.graphemes import graphemes
from render.text.lettering import Weight, is_known, letters, safe, safe_name, text_stamp, width
from render.text.run import ROBOT
from render.text.scripts import file_for
from render.theme import INK

NAMES = (
    "小明",
    "王伟",
    "龍馬",
    "鳳凰",
    "さくら",
    "タロウ",
    "민준",
    "똠방",
    "محمد",
    "فاطمة",
    "שלום",
    "דוד",
    "नमस्ते",
    "राम",
    "বাংলা",
    "রবি",
    "தமிழ்",
    "மணி",
    "สมชาย",
    "น้ำ",
    "გიორგი",
    "ნინო",
    "Արամ",
    "Անի",
    "Νίκος",
    "Ελένη",
    "Дмитрий",
    "Ольга",
    "አበበ",
    "ሰላም",
    "🦊",
    "👨\u200d👩\u200d👧",
    "🇰🇷",
    "🇯🇵",
    "★彡",
    "☆ツ",
)
FILES = sorted(path.name for path in scripts.NOTO.iterdir())


@pytest.fixture
def unshaped(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Draw as where Pillow cannot join letters."""
    basic = ImageFont.Layout.BASIC

    def plain(file: str, size: int) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype(scripts.NOTO / file, size, layout_engine=basic)

    monkeypatch.setattr(text, "script_face", plain)
    monkeypatch.setattr(text, "letters", unwrap(letters))
    width.cache_clear()
    yield
    width.cache_clear()


def ink(name: str) -> tuple[tuple[int, int], bytes]:
    mask = text_stamp(name, 30, Weight.BOLD, INK, "ls").mask
    return mask.size, mask.tobytes()


def test_names_of_all_scripts_are_drawn_as_they_are() -> None:
    """Nobody is called Player 6 beside a text that says 小明."""
    assert [name for name in NAMES if safe_name(name, "Player 6") != name] == []
    assert [name for name in NAMES if not any(ink(name)[1])] == []


def test_no_two_names_look_alike() -> None:
    """No sign is drawn as the box that a typeface has for what it lacks."""
    looks = {name: ink(name) for name in NAMES}

    assert [pair for pair in combinations(NAMES, 2) if looks[pair[0]] == looks[pair[1]]] == []


@pytest.mark.usefixtures("unshaped")
def test_names_are_told_apart_where_letters_cannot_be_joined() -> None:
    """They stand one by one, from right to left where they are written so."""
    looks = {name: ink(name) for name in NAMES}
    dalet, vav, both = (ink(name) for name in ("\u05d3", "\u05d5", "\u05d3\u05d5"))

    assert [pair for pair in combinations(NAMES, 2) if looks[pair[0]] == looks[pair[1]]] == []
    assert both[0][0] > max(dalet[0][0], vav[0][0])
    assert _columns("\u05d3\u05d5", first=6) == _columns("\u05d5", first=6)


def _columns(name: str, first: int) -> bytes:
    """Return the first columns of ink of a name."""
    mask = text_stamp(name, 30, Weight.BOLD, INK, "ls").mask
    left, *_ = mask.getbbox() or (0, 0, 0, 0)
    ink_of = mask.crop((left, 0, left + first, mask.height))
    return ink_of.crop(ink_of.getbbox()).tobytes()


@pytest.mark.skipif(not features.check("raqm"), reason="Pillow cannot join letters here")
def test_letters_join_where_the_library_is() -> None:
    """No gap is between the letters of an Arabic word; a family is one sign."""
    mask, family = text_stamp("محمد", 30, Weight.BOLD, INK, "ls").mask, "👨\u200d👩\u200d👧"
    left, _, right, _ = mask.getbbox() or (0, 0, 0, 0)

    assert all(mask.crop((x, 0, x + 1, mask.height)).getbbox() for x in range(left, right))
    assert width(family, 30, Weight.BOLD) == width("👨", 30, Weight.BOLD)


@pytest.mark.parametrize("name", [*NAMES, "Ann 小明", "小明 שלום 12 🦊", f"{ROBOT} محمد Ann"])
@pytest.mark.parametrize("size", [14, 30, 42])
def test_a_name_takes_the_room_that_is_measured(name: str, size: int) -> None:
    stamp = text_stamp(name, size, Weight.BOLD, INK, "ls")
    left, _, right, _ = stamp.mask.getbbox() or (0, 0, 0, 0)

    assert stamp.left + left >= -size / 4
    assert stamp.left + right <= width(name, size, Weight.BOLD) + size / 4


def test_every_file_is_needed() -> None:
    """For each typeface there is a block of Unicode, or it is asked for the rest."""
    named = {
        file
        for first, last, _ in scripts.BLOCKS
        for file in [next(filter(None, map(file_for, map(chr, range(first, last + 1)))))]
    }

    assert named | {scripts.HAN, scripts.EMOJI, scripts.SIGNS} == set(FILES)


def test_the_typefaces_take_little_of_the_repository() -> None:
    """At most half of the 12 MB that they may take, and a tenth."""
    assert sum(path.stat().st_size for path in scripts.NOTO.iterdir()) < 6_600_000


@pytest.mark.long
def test_the_characters_of_the_standards_are_known() -> None:
    """Simplified, traditional and Japanese ones, and every Korean syllable."""
    codecs = {"gb2312": (0xB0, 0xF7), "big5": (0xA4, 0xC6), "euc_jp": (0xB0, 0xCF)}
    found = {
        character
        for codec, (first, last) in codecs.items()
        for high in range(first, last + 1)
        for low in range(0x40, 0xFF)
        for character in bytes((high, low)).decode(codec, "ignore")
        if "\u4e00" <= character <= "\u9fff"
    }
    syllables = {chr(code) for code in range(0xAC00, 0xD7A4)}

    assert len(found) > 9000
    assert [each for each in sorted(found | syllables) if not is_known(each)] == []


def test_what_is_drawn_of_a_name_stays_as_it_is() -> None:
    """Whatever a name holds, what is left of it can be drawn, and is left again."""
    dice, pool = Random(25), "".join(NAMES) + "Ab1 (!\u0301\u200d\ufe0f𒀀" + ROBOT
    for _ in range(500):
        name = safe("".join(dice.choices(pool, k=dice.randint(1, 16))))
        assert safe(name) == name
        assert all(map(is_known, graphemes(name)))
        assert not name or any(ink(name)[1])
