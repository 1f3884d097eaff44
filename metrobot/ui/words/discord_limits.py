"""What Discord takes at most, each limit once.

Texts in UTF-16 units, in which its clients count (`lengths`).
"""

from typing import Final

TEXT_LIMIT: Final = 4000
"""Of all texts of a message together."""
FRONT_LIMIT: Final = 3500
"""Of what a front says in one message: what is added to it fits in as well."""
CONTENT_LIMIT: Final = 2000
"""Of what a letter says: a message that reaches a phone."""
ALT_LIMIT: Final = 1000
"""Of a picture's alternative text; Discord takes 1,024."""
LABEL_LIMIT: Final = 80
"""On a button."""
CHOICE_LIMIT: Final = 100
"""Of what is offered in a menu or suggested for an option, and of the hint below it."""
PROMPT_LIMIT: Final = 150
"""On a menu in which nothing is chosen yet."""
THREAD_NAME_LIMIT: Final = 100
ID_LIMIT: Final = 100
"""Of the id of a button or menu."""
MOST_CHOICES: Final = 25
"""In a menu, and of the suggestions for an option."""
IN_A_ROW: Final = 5
"""Buttons side by side."""
PHONE_ROW: Final = 320
"""Pixels that a row of buttons has on a phone 400 pixels wide, the gap after the last included."""
