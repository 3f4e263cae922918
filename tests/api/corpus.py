"""Bodies that no well-meaning client sends: what is not JSON as the service takes it, what is JSON
and fits nothing, and what is too large."""

import gzip
import zlib

LIMIT = 16 * 1024
NUMBER = "9" * 5000


def around(valid: bytes, extra: bytes) -> bytes:
    """The body that fits, with one more member at its end."""
    return valid[:-1] + b"," + extra + b"}"


def _broken(valid: bytes) -> dict[str, bytes]:
    """Not JSON at all."""
    return {
        "empty": b"",
        "a space": b" ",
        "line breaks": b"\r\n\r\n",
        "a zero byte": b"\0",
        "an open brace": b"{",
        "an open string": b'{"a',
        "cut in the middle": valid[: len(valid) // 2],
        "cut at the end": valid[:-1],
        "trailing garbage": valid + b"x",
        "a second value": valid + b"{}",
        "a zero byte at the end": valid + b"\0",
        "a trailing comma": valid[:-1] + b",}",
        "a missing comma": valid[:-1] + b' "x" 1}',
        "single quotes": valid.replace(b'"', b"'"),
        "a comment": b"/* hello */" + valid,
        "a comment at the end": valid + b"// hello",
        "no quotes": b"{kind: drinko}",
        "a word": b"undefined",
        "python": b"None",
        "a form": b"kind=drinko&seats=2",
        "xml": b"<?xml version='1.0'?><game/>",
    }


def _encodings(valid: bytes) -> dict[str, bytes]:
    """Not UTF-8, or more than that."""
    text = valid.decode()
    return {
        "wrong UTF-8": around(valid, b'"x":"\xff"'),
        "wrong UTF-8 in a key": around(valid, b'"\xc3":1'),
        "an overlong encoding": around(valid, b'"x":"\xc0\xaf"'),
        "a surrogate in UTF-8": around(valid, b'"x":"\xed\xa0\x80"'),
        "beyond Unicode": around(valid, b'"x":"\xf4\x90\x80\x80"'),
        "latin-1": around(valid, '"x":"Bäcker"'.encode("latin-1")),
        "a byte order mark": b"\xef\xbb\xbf" + valid,
        "UTF-16": text.encode("utf-16"),
        "UTF-16 little endian": text.encode("utf-16-le"),
        "UTF-16 big endian": text.encode("utf-16-be"),
        "UTF-32": text.encode("utf-32"),
        "UTF-32 little endian": text.encode("utf-32-le"),
        "UTF-7": b"+AHsAfQ-",
    }


def _numbers(valid: bytes) -> dict[str, bytes]:
    """Numbers that JSON does not have, or that no field can mean."""
    return {
        "NaN": around(valid, b'"x":NaN'),
        "Infinity": around(valid, b'"x":Infinity'),
        "minus Infinity": around(valid, b'"x":[-Infinity]'),
        "NaN alone": b"NaN",
        "a float too large": around(valid, b'"x":1e999'),
        "a negative float too large": around(valid, b'"x":-1e999'),
        "a leading zero": around(valid, b'"x":01'),
        "a leading plus": around(valid, b'"x":+1'),
        "a bare point": around(valid, b'"x":1.'),
        "hexadecimal": around(valid, b'"x":0x10'),
        "other digits": around(valid, '"x":١'.encode()),
        "a number of 5,000 digits": around(valid, f'"x":{NUMBER}'.encode()),
        "a fraction of 5,000 digits": around(valid, f'"x":0.{NUMBER}'.encode()),
        "an exponent of 5,000 digits": around(valid, f'"x":1e{NUMBER}'.encode()),
        "a negative number of 5,000 digits": NUMBER.encode().join([b"[-", b"]"]),
        "2^53 + 1": around(valid, b'"x":9007199254740993'),
        "-2^53 - 1": around(valid, b'"x":-9007199254740993'),
        "2^63": around(valid, b'"x":9223372036854775808'),
        "2^64": around(valid, b'"x":18446744073709551616'),
        "1e300 is an integer": around(valid, b'"x":1e300'),
    }


def _keys(valid: bytes) -> dict[str, bytes]:
    """The same key more than once."""
    return {
        "a key twice": around(valid, b'"x":1,"x":1'),
        "a key twice, spelled in two ways": around(valid, b'"x":1,"\\u0078":1'),
        "a key twice below": around(valid, b'"x":{"y":1,"y":2}'),
        "a key twice in a list": around(valid, b'"x":[[{"y":1,"z":0,"y":1}]]'),
        "a known key twice": valid[:-1] + b"," + valid[1:],
    }


def _texts(valid: bytes) -> dict[str, bytes]:
    """Half characters, control characters and wrong escapes."""
    return {
        "a lone high surrogate": around(valid, b'"x":"\\ud83c"'),
        "a lone low surrogate": around(valid, b'"x":"\\udf7a"'),
        "surrogates in the wrong order": around(valid, b'"x":"\\udf7a\\ud83c"'),
        "a surrogate in a key": around(valid, b'"\\ud800":1'),
        "half an escape": around(valid, b'"x":"\\u12"'),
        "an unknown escape": around(valid, b'"x":"\\x41"'),
        "an escaped zero": around(valid, b'"x":"a\\u0000b"'),
        "an escaped line break": around(valid, b'"x":"a\\nb"'),
        "an escaped delete": around(valid, b'"x":"\\u007f"'),
        "a C1 control": around(valid, b'"x":"\\u0085"'),
        "a raw control character": around(valid, b'"x":"a\x01b"'),
        "a raw line break": around(valid, b'"x":"a\nb"'),
        "a control character in a key": around(valid, b'"a\\u0001":1'),
    }


def _shapes(valid: bytes) -> dict[str, bytes]:
    """Too deep, packed, or nothing of the kind."""
    return {
        "17 levels": around(valid, b'"x":' + b"[" * 16 + b"]" * 16),
        "1,000 levels": b"[" * 1000 + b"]" * 1000,
        "8,000 levels": b"[" * 8000 + b"]" * 8000,
        "10,000 levels left open": b"[" * 10_000,
        "3,000 objects deep": b'{"a":' * 2500 + b"1" + b"}" * 2500,
        "compressed by gzip": gzip.compress(valid),
        "compressed by deflate": zlib.compress(valid),
        "random bytes": bytes(range(256)) * 4,
    }


def malformed(valid: bytes) -> dict[str, bytes]:
    """Bodies that are not JSON as the service takes it, most of them made from one that fits."""
    groups = (_broken, _encodings, _numbers, _keys, _texts, _shapes)
    return {name: body for group in groups for name, body in group(valid).items()}


MISFITS = {
    "null": b"null",
    "true": b"true",
    "a number": b"0",
    "a float": b"1.5",
    "a string": b'"drinko"',
    "an empty string": b'""',
    "a list": b"[]",
    "a list of lists": b"[[],[]]",
    "a list of bodies": b'[{"kind":"drinko","seats":[{},{}]}]',
    "an unknown field": b'{"unknown":1}',
    "an empty key": b'{"":1}',
    "a key of the language": b'{"__proto__":{},"constructor":{}}',
    "16 levels": b'{"x":' + b"[" * 14 + b"]" * 14 + b"}",
    "a body at the limit": b'{"x":"' + b"y" * (LIMIT - 8) + b'"}',
    "2^53": b'{"x":9007199254740992}',
}
TOO_LARGE = {
    "one byte too many": b" " * (LIMIT + 1),
    "200,000 levels": b"[" * 200_000 + b"]" * 200_000,
    "a mebibyte": b'{"x":"' + b"y" * 2**20 + b'"}',
}
