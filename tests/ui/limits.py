"""What breaks Discord's limits: in messages, lists of commands, suggestions.

Texts are measured in UTF-16 units, in which Discord's clients count. Where it
counts characters instead, that is on the safe side.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final
from unicodedata import east_asian_width

MOST_BYTES: Final = 10 * 1024 * 1024
"""Size of a message's files together; a server without boosts takes no more."""
LONGEST_ALT: Final = 1000
"""Discord takes 1,024."""
MOST_COLUMNS: Final = 38
"""Letters on a button that a phone shows whole."""
PUSHED: Final = 100
"""Characters of a message's content that a locked phone shows."""
LEAST_WORDS: Final = 3
_WORDS: Final = re.compile(r"[^\W\d_]{2,}")
_V2: Final = 1 << 15
_FILE_NAME: Final = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}")
_COMMAND_NAME: Final = re.compile(r"[-_'\w]{1,32}")
_MENTION: Final = re.compile(r"<@!?(\d+)>")
_CHANNEL: Final = re.compile(r"<#\d+>")
_COMMAND: Final = re.compile(r"</[^>]+:\d{15,}>")
_MESSAGES: Final = (
    r"POST /channels/\d+/messages",
    r"PATCH /channels/\d+/messages/\d+",
    r"POST /webhooks/\d+/[^/]+",
    r"PATCH /webhooks/\d+/[^/]+/messages/[^/]+",
)
_POST: Final = re.compile(r"POST /channels/(\d+)/messages")
_CALLBACK: Final = r"POST /interactions/\d+/[^/]+/callback"
_COMMANDS: Final = r"PUT /applications/\d+(/guilds/\d+)?/commands"
_THREADS: Final = r"POST /channels/\d+(/messages/\d+)?/threads"
_WITH_MESSAGE: Final = {4, 7}
_SUGGESTIONS: Final = 8
_MODAL: Final = 9
_TURNS: Final = ("\u202a", "\u202b", "\u202d", "\u202e", "\u200e", "\u200f")
"""Signs in a name that would turn the direction of what follows."""

Raw = Mapping[str, Any]


def length(text: object) -> int:
    """Return the length of a text as Discord counts it; None is empty."""
    return 0 if text is None else len(str(text).encode("utf-16-le", "surrogatepass")) // 2


def columns(text: str) -> int:
    """Return the room that a text takes on a phone, in narrow letters; isolates take none."""
    return sum(1 + (east_asian_width(c) in "WF") for c in text if c not in "\u2068\u2069")


def ends_whole(alt: str | None) -> bool:
    """Return whether an alternative text ends its last sentence."""
    return (alt or "").rstrip("\u2069").endswith((".", "!", "?", "…"))


def walk(found: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield all components of a message, inner ones and small pictures too."""
    for each in found:
        yield each
        yield from walk(each.get("components") or [])
        yield from walk([each["accessory"]] if each.get("accessory") else [])


def media_items(parts: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the items of galleries, and the small pictures, among components."""
    for each in parts:
        yield from [each] if each["type"] == 11 else each.get("items") or []


def _broken(tests: Mapping[str, bool]) -> list[str]:
    """Return the names of the tests that failed."""
    return [name for name, is_kept in tests.items() if not is_kept]


# --- what goes over the wire ---


def request_faults(
    method: str,
    path: str,
    body: Any,
    files: Sequence[tuple[str, str | None, int]],
    direct: Collection[int] = (),
) -> list[str]:
    """Return the limits that a request of the bot breaks.

    Args:
        method: such as `POST`.
        path: after the version of the interface.
        body: the JSON in it.
        files: name, alternative text and size in bytes of each.
        direct: the channels of direct messages.
    """
    what = f"{method} {path}"
    if any(re.fullmatch(form, what) for form in _MESSAGES):
        found = _POST.fullmatch(what)
        reaches = found is not None and _reaches(body or {}, int(found[1]) in direct)
        unsaid = push_faults(body or {}) if reaches else []
        return [*message_faults(body or {}, files), *unsaid]
    if re.fullmatch(_CALLBACK, what):
        return _callback_faults(body, files)
    if re.fullmatch(_COMMANDS, what):
        return list_faults(body)
    if re.fullmatch(_THREADS, what):
        return _broken({"thread": 1 <= length(body["name"]) <= 100})
    return []


def _callback_faults(body: Raw, files: Sequence[tuple[str, str | None, int]]) -> list[str]:
    """Return the limits that the answer to an interaction breaks."""
    data = body.get("data") or {}
    if body["type"] in _WITH_MESSAGE:
        return message_faults(data, files)
    if body["type"] == _SUGGESTIONS:
        return suggestion_faults(data.get("choices") or [])
    return ["a modal: nothing holds it to its limits yet"] if body["type"] == _MODAL else []


def _reaches(body: Raw, is_direct: bool) -> bool:
    """Return whether a post is meant to reach somebody who is not looking."""
    return is_direct or bool((body.get("allowed_mentions") or {}).get("users"))


def push_faults(body: Raw) -> list[str]:
    """Return a fault if a message, of which a phone shows the content alone, has too few words."""
    words = _WORDS.findall(on_phone(body.get("content") or ""))
    return _broken({"words on a phone": len(words) >= LEAST_WORDS})


def on_phone(content: str) -> str:
    """Return the part of a message that a locked phone may show if its names are short."""
    short = _CHANNEL.sub("#a", _MENTION.sub("@a", content))
    return _COMMAND.sub("/a", short)[:PUSHED]


def message_faults(body: Raw, files: Sequence[tuple[str, str | None, int]] = ()) -> list[str]:
    """Return the limits that a message breaks as it is sent."""
    parts = list(walk(body.get("components") or []))
    names = [name for name, _, _ in files]
    is_letter = bool(body.get("content"))
    tests = {
        "layout": is_letter or not parts or bool(body.get("flags", _V2) & _V2),
        "no content beside the layout": not (is_letter and body.get("flags", 0) & _V2),
        "no embeds": not body.get("embeds"),
        "something": bool(parts) or is_letter,
        "nonce": length(body.get("nonce")) <= 25,
        "files": len(files) <= 10 and len(set(names)) == len(names),
        "file names": all(_FILE_NAME.fullmatch(name) for name in names),
        "file texts": all(length(alt) <= LONGEST_ALT for _, alt, _ in files),
        "pictures with a text": all(
            ends_whole(alt) for name, alt, _ in files if name.endswith((".png", "gif"))
        ),
        "bytes": sum(size for _, _, size in files) <= MOST_BYTES,
        "files shown": is_letter
        or set(_shown_files(parts)) == set(names)
        or "attachments" not in body,
    }
    own = letter_faults(body["content"], body.get("components") or []) if is_letter else []
    return [*_broken(tests), *own, *component_faults(parts), *mention_faults(body, parts)]


def letter_faults(content: str, components: Sequence[dict[str, Any]]) -> list[str]:
    """Return the limits that a message with content breaks."""
    rows = [each.get("components") or [] for each in components]
    tests = {
        "content": length(content) <= 2000 and bool(content.strip()),
        "only rows": all(each["type"] == 1 for each in components),
        "five rows": len(rows) <= 5,
    }
    return [*_broken(tests), *text_faults([{"type": 10, "content": content}])]


def _shown_files(parts: Sequence[dict[str, Any]]) -> list[str]:
    """Return the names of the files that components refer to."""
    shown = [each["media"] for each in media_items(parts)]
    shown += [each["file"] for each in parts if "file" in each]
    return [media["url"].removeprefix("attachment://") for media in shown]


def mention_faults(body: Raw, parts: Sequence[Raw]) -> list[str]:
    """Return a fault if a message could ping anybody but those whom it means to ping."""
    allowed = body.get("allowed_mentions") or {}
    said = "\n".join(each["content"] for each in parts if each["type"] == 10)
    said += body.get("content") or ""
    called = set(map(str, allowed.get("users") or ()))
    return _broken(
        {
            "mentions": body.get("allowed_mentions") is not None,
            "no kind of mention": not allowed.get("parse") and not allowed.get("roles"),
            "calls": called <= set(_MENTION.findall(said)) and len(called) <= 100,
        }
    )


# --- components ---


def component_faults(parts: Sequence[dict[str, Any]]) -> list[str]:
    """Return the limits that the components of one message break, inner ones too."""
    texts = [each["content"] for each in parts if each["type"] == 10]
    ids = [each["custom_id"] for each in parts if "custom_id" in each]
    items = list(media_items(map(dict, parts)))
    galleries = [each["items"] for each in parts if each["type"] == 12]
    buttons = [each for each in parts if each["type"] == 2]
    # Of two games each may have a button of its own.
    offers = [(each["label"], each.get("custom_id", "").split(":")[1:2]) for each in buttons]
    tests = {
        "components": len(parts) <= 40,
        "text": sum(map(length, texts)) <= 4000,
        "empty text": all(text.strip() for text in texts),
        "ids": all(length(each) <= 100 for each in ids) and len(set(ids)) == len(ids),
        "buttons": all(1 <= columns(each["label"]) <= MOST_COLUMNS for each in buttons),
        "buttons twice": not any(offers.count(offer) > 1 for offer in offers),
        "rows": all(1 <= len(each["components"]) <= 5 for each in parts if each["type"] == 1),
        "galleries": all(1 <= len(each) <= 10 for each in galleries),
        "alts": all(1 <= length(each.get("description")) <= LONGEST_ALT for each in items),
    }
    return [*_broken(tests), *_menu_faults(parts), *text_faults(parts)]


def _menu_faults(parts: Sequence[Raw]) -> list[str]:
    menus = [each for each in parts if each["type"] == 3]
    found = [each["options"] for each in menus]
    entries = [option for options in found for option in options]
    return _broken(
        {
            "menus": all(1 <= len(options) <= 25 for options in found),
            "prompts": all(length(each.get("placeholder")) <= 150 for each in menus),
            "entries": all(1 <= length(each["label"]) <= 100 for each in entries),
            "values": all(1 <= length(each["value"]) <= 100 for each in entries),
            "hints": all(length(each.get("description")) <= 100 for each in entries),
            "same values": all(
                len({each["value"] for each in options}) == len(options) for options in found
            ),
            "chosen": all(
                sum(bool(option.get("default")) for option in each["options"])
                <= each.get("max_values", 1)
                <= len(each["options"])
                for each in menus
            ),
        }
    )


def text_faults(parts: Sequence[Raw]) -> list[str]:
    """Return the effects of names or keys that the texts of a message must not have."""
    said = [each["content"] for each in parts if each["type"] == 10]
    bare = list(_plain_texts(parts))
    return _broken(
        {
            "everyone": not any(sign in text for text in said for sign in ("@everyone", "@here")),
            "direction": not any(sign in text for text in (*said, *bare) for sign in _TURNS),
            "isolation": all(t.count("\u2068") == t.count("\u2069") for t in (*said, *bare)),
            "links": not any(map(_COMMAND.search, bare)),
        }
    )


def _plain_texts(parts: Sequence[Raw]) -> Iterator[str]:
    """Yield the texts that Discord shows as they are: a link to a command would be none in them."""
    for each in parts:
        yield each.get("label") or each.get("placeholder") or ""
        yield from (item.get("description") or "" for item in media_items([dict(each)]))
        for option in each.get("options") or []:
            yield from (option["label"], option.get("description") or "")


# --- commands ---


def suggestion_faults(choices: Sequence[Raw]) -> list[str]:
    """Return the limits that suggestions for an option break."""
    return _broken(
        {
            "suggestions": len(choices) <= 25,
            "suggested names": all(1 <= length(each["name"]) <= 100 for each in choices),
            "suggested values": all(1 <= length(each["value"]) <= 100 for each in choices),
            "suggested links": not any(_COMMAND.search(str(each["name"])) for each in choices),
        }
    )


def list_faults(commands: Sequence[Raw]) -> list[str]:
    """Return the limits that a list of commands breaks."""
    slash = [each for each in commands if each.get("type", 1) == 1]
    found = [] if len(slash) <= 100 else ["more than 100 commands"]
    found += [f"{name} twice" for name in _repeated(slash)]
    return [*found, *(fault for each in slash for fault in command_faults(each))]


def command_faults(command: Raw, path: str = "", depth: int = 0) -> list[str]:
    """Return the limits that a command, a group or an option breaks, inner ones too."""
    where = f"{path} {command['name']}".strip()
    options, choices = command.get("options") or [], command.get("choices") or []
    names, told = _versions(command, "name"), _versions(command, "description")
    tests = {
        "name": all(_COMMAND_NAME.fullmatch(name) and name == name.lower() for name in names),
        "description": all(1 <= length(text) <= 100 for text in told),
        "options": len(options) <= 25 and depth <= 3,
        "names twice": not _repeated(options),
        "required first": _is_sorted(options),
        "choices": len(choices) <= 25 and not _repeated(choices),
        "choice": all(
            1 <= length(text) <= 100 for each in choices for text in _versions(each, "name")
        ),
        "value": all(1 <= length(each["value"]) <= 100 for each in choices),
        "weight": depth > 0 or weight(command) <= 8000,
    }
    own = [f"{where}: {fault}" for fault in _broken(tests)]
    return [*own, *(fault for each in options for fault in command_faults(each, where, depth + 1))]


def _repeated(named: Sequence[Raw]) -> set[str]:
    """Return names that two siblings share in one language."""
    languages = {key for each in named for key in each.get("name_localizations") or {}}
    found = set[str]()
    for language in (None, *languages):
        names = [
            (each.get("name_localizations") or {}).get(language, each["name"]) for each in named
        ]
        found |= {str(name) for name in names if names.count(name) > 1}
    return found


def _is_sorted(options: Sequence[Raw]) -> bool:
    """Return whether what must be named stands before what need not."""
    needed = [bool(each.get("required")) for each in options]
    return needed == sorted(needed, reverse=True)


def _versions(part: Raw, text: str) -> list[str]:
    """Return a text in all languages."""
    return [part.get(text) or "", *(part.get(f"{text}_localizations") or {}).values()]


def weight(command: Raw) -> int:
    """Return the characters of a command's names, descriptions and choices.

    Of each text the longest translation counts.
    """
    own = sum(max(map(length, _versions(command, text))) for text in ("name", "description"))
    choices = sum(
        max(map(length, _versions(each, "name"))) + length(each["value"])
        for each in command.get("choices") or []
    )
    return own + choices + sum(map(weight, command.get("options") or []))
