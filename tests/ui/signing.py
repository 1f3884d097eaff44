"""Signs requests as Discord does."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC_KEY = KEY.public_key().public_bytes_raw().hex()
"""As DISCORD_PUBLIC_KEY has it."""


def signed(body: bytes, at: float) -> dict[str, str]:
    """Return the headers of a request."""
    timestamp = str(int(at))
    signature = KEY.sign(timestamp.encode() + body).hex()
    return {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": timestamp}
