"""A small validator for the JSON schemas of Discord's own description of its API.

It knows the words that are used there and refuses any other, so that nothing is skipped in silence. One thing is
stricter than the description: a field that it does not name is an error.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

Schema = Mapping[str, Any]

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
TOLD_ELSEWHERE = {"title", "description", "format", "contentEncoding", "x-discord-union", "allOf", "default"}
KNOWN = {
    "$ref", "anyOf", "oneOf", "allOf", "type", "properties", "required", "enum", "const", "items", "maxItems",
    "minItems", "minLength", "maxLength", "additionalProperties", "maxProperties", "minimum", "maximum", "uniqueItems",
    "pattern", *TOLD_ELSEWHERE,
}  # fmt: skip


ADDED_BY_DISCORD_PY = {"tts", "nsfw"}
"""What discord.py sends by itself where the description does not name it: `tts` with edits, `nsfw` with commands."""


class Spec:
    """Discord's description, asked for the schema of a call's body."""

    def __init__(self, file: Path) -> None:
        self._told = json.loads(file.read_text(encoding="utf-8"))
        self._by_shape = {_shape(path): path for path in sorted(self._told["paths"], reverse=True)}

    def body(self, method: str, template: str) -> Schema | None:
        """The schema of a body; None where there is none. An unknown route is a `KeyError`."""
        told = self._told["paths"][self._by_shape[_shape(template)]][method.lower()]
        content = told.get("requestBody", {}).get("content", {})
        found: Schema | None = content.get("application/json", {}).get("schema")
        return found

    def faults(self, value: Any, schema: Schema, at: str = "body") -> list[str]:
        """What is wrong with a value, each with where it is."""
        return list(self._faults(value, schema, at))

    def _faults(self, value: Any, schema: Schema, at: str) -> Iterator[str]:
        unknown = schema.keys() - KNOWN
        assert not unknown, f"the validator does not know {unknown}"
        if "$ref" in schema:
            yield from self._faults(value, self._named(schema["$ref"]), at)
        for part in schema.get("allOf", ()):
            yield from self._faults(value, part, at)
        for word in ("anyOf", "oneOf"):
            if word in schema:
                yield from self._one_of(value, schema[word], at)
        yield from _plain_faults(value, schema, at)
        if isinstance(value, list) and "items" in schema:
            for place, each in enumerate(value):
                yield from self._faults(each, schema["items"], f"{at}[{place}]")
        if isinstance(value, dict) and "properties" in schema:
            yield from self._fields(value, schema, at)

    def _fields(self, value: dict[str, Any], schema: Schema, at: str) -> Iterator[str]:
        for name, each in value.items():
            if name in schema["properties"]:
                yield from self._faults(each, schema["properties"][name], f"{at}.{name}")
            elif isinstance(schema.get("additionalProperties"), dict):
                yield from self._faults(each, schema["additionalProperties"], f"{at}.{name}")
            elif name not in ADDED_BY_DISCORD_PY:
                yield f"{at}.{name}: no such field"

    def _one_of(self, value: Any, choices: list[Schema], at: str) -> Iterator[str]:
        """One has to fit. The faults are those of the choice that comes nearest."""
        fitting = [choice for choice in choices if not self._another_kind(value, choice)]
        tried = [self.faults(value, choice, at) for choice in fitting]
        if all(tried):
            nearest = sorted(tried, key=lambda faults: (faults[0].endswith("null"), len(faults)))
            yield from nearest[0] if nearest else [f"{at}: nothing of this kind may stand here"]

    def _another_kind(self, value: Any, schema: Schema) -> bool:
        """Whether the field `type` says at once that a schema is for something else."""
        while "$ref" in schema:
            schema = self._named(schema["$ref"])
        allowed = schema.get("properties", {}).get("type", {}).get("enum")
        return isinstance(value, dict) and allowed is not None and value.get("type") not in allowed

    @cache  # noqa: B019 - there is one of these
    def _named(self, ref: str) -> Schema:
        found: Any = self._told
        for step in ref.removeprefix("#/").split("/"):
            found = found[step]
        assert isinstance(found, dict)
        return found


def _plain_faults(value: Any, schema: Schema, at: str) -> Iterator[str]:
    """What can be said without looking inside."""
    if "type" in schema and not _is(value, schema["type"], schema.get("format")):
        yield f"{at}: type is not {schema['type']}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is not one of {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        yield f"{at}: is not {schema['const']!r}"
    if isinstance(value, str):
        yield from _length(len(value), schema, "minLength", "maxLength", at)
        if "pattern" in schema and not re.search(schema["pattern"], value):
            yield f"{at}: does not match {schema['pattern']}"
    elif isinstance(value, list):
        yield from _length(len(value), schema, "minItems", "maxItems", at)
        if schema.get("uniqueItems") and len({json.dumps(each, sort_keys=True) for each in value}) < len(value):
            yield f"{at}: is not unique"
    elif isinstance(value, dict):
        yield from _length(len(value), schema, "", "maxProperties", at)
        yield from (f"{at}.{name}: is missing" for name in schema.get("required", ()) if name not in value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _length(value, schema, "minimum", "maximum", at)


def _is(value: Any, wanted: str | list[str], form: str | None) -> bool:
    names = [wanted] if isinstance(wanted, str) else wanted
    if form == "snowflake" and type(value) is int:
        return True  # discord.py sends ids as numbers, which Discord takes
    if isinstance(value, bool):
        return "boolean" in names
    return any(isinstance(value, TYPES[name]) for name in names)


def _length(size: float, schema: Schema, low: str, high: str, at: str) -> Iterator[str]:
    if size < schema.get(low, size):
        yield f"{at}: {size} is below {low} {schema[low]}"
    if size > schema.get(high, size):
        yield f"{at}: {size} is above {high} {schema[high]}"


def _shape(template: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", template)
