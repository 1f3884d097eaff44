"""Limits of Discord, each once.

Texts are measured in UTF-16 units, in which its clients count (`text_length`).
"""

from typing import Final

TEXT_LIMIT: Final = 4000
"""Length of all texts of a message together."""
FRONT_LIMIT: Final = 3500
"""Length of a front's text in one message, which leaves room for additions."""
CONTENT_LIMIT: Final = 2000
"""Length of a letter's text."""
ALT_LIMIT: Final = 1000
"""Length of a picture's alternative text; Discord takes 1,024."""
LABEL_LIMIT: Final = 80
"""Length of a button's label."""
CHOICE_LIMIT: Final = 100
"""Length of an option in a menu, of a suggestion, and of the hint below it."""
PROMPT_LIMIT: Final = 150
"""Length of the text on a menu in which nothing is chosen yet."""
THREAD_NAME_LIMIT: Final = 100
ID_LIMIT: Final = 100
"""Length of the id of a button or menu."""
MOST_CHOICES: Final = 25
"""Options in a menu, and suggestions for an option."""
IN_A_ROW: Final = 5
"""Buttons side by side."""
PHONE_ROW: Final = 320
"""Width of a row of buttons on a phone 400 pixels wide, the gap after the last included."""
