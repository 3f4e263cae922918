"""The address of a service."""

import httpx2


def checked_address(base_url: str) -> str:
    """The address without a slash at its end. Raises ValueError, unquoted, if it is none."""
    try:
        url = httpx2.URL(base_url)
    except httpx2.InvalidURL:
        url = httpx2.URL("")
    possible = url.scheme in ("http", "https") and url.host and (url.port or 80) <= 65535
    # A user's name and password would take the place of the tokens in the header.
    if not possible or url.userinfo:
        raise ValueError(
            "base_url must be an address such as http://127.0.0.1:8000, without a user's name"
        )
    return base_url.rstrip("/")
