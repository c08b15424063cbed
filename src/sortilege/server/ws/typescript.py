"""Write the types of the messages in TypeScript: `python -m sortilege.server.ws.typescript`."""

from collections.abc import Iterable
from typing import Any, get_args

from msgspec import inspect

from sortilege.server.http.endpoints import ENDPOINTS
from sortilege.server.ws.messages import AnyMessage, AnyRequest

HEAD = "// Made of the server's own types by `python -m sortilege.server.ws.typescript`: not to be edited.\n"
PLAIN: dict[type, str] = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BytesType: "string",  # in base64
}


class Typist:
    """Write each named type once, in the order in which it is met."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def kind(self, of: inspect.Type) -> str:
        match of:
            case inspect.ListType(item_type=item):
                inner = self.kind(item)
                return f"({inner})[]" if "|" in inner else f"{inner}[]"
            case inspect.DictType(value_type=value):
                return f"Record<string, {self.kind(value)}>"
            case inspect.UnionType(types=types):
                return " | ".join(dict.fromkeys(self.kind(part) for part in types if not _is_raw(part)))
            case inspect.StructType() | inspect.TypedDictType():
                return self.name(of)
            case inspect.Metadata(type=inner):
                return self.kind(inner)
        return PLAIN[type(of)]

    def name(self, of: inspect.StructType | inspect.TypedDictType) -> str:
        name = of.cls.__name__
        if name not in self.written:
            self.written[name] = ""  # it may name itself
            self.written[name] = self.interface(name, of)
        return name

    def interface(self, name: str, of: inspect.StructType | inspect.TypedDictType) -> str:
        lines = [f"  {of.tag_field}: {_quoted(of.tag)};"] if isinstance(of, inspect.StructType) and of.tag_field else []
        for field in of.fields:
            mark = "" if field.required or self.always(of) else "?"
            lines.append(f"  {field.encode_name}{mark}: {self.kind(field.type)};")
        return "\n".join([f"export interface {name} {{", *lines, "}", ""])

    def always(self, of: inspect.StructType | inspect.TypedDictType) -> bool:
        """Return whether fields with a default are sent all the same."""
        return (
            isinstance(of, inspect.StructType) and of.tag_field == "is" and not of.cls.__struct_config__.omit_defaults
        )


def _is_raw(of: inspect.Type) -> bool:
    return isinstance(of, inspect.RawType)


def _quoted(tag: Any) -> str:
    return f'"{tag}"'


def document() -> str:
    typist = Typist()
    bodies = [kind for e in ENDPOINTS for kind in (e.takes, e.gives) if kind is not None and not isinstance(kind, str)]
    for kind in bodies:
        typist.kind(inspect.type_info(kind))
    unions = [_union(typist, "AnyRequest", get_args(AnyRequest)), _union(typist, "AnyMessage", get_args(AnyMessage))]
    return "\n".join([HEAD, *typist.written.values(), *unions])


def _union(typist: Typist, name: str, kinds: Iterable[Any]) -> str:
    return f"export type {name} = {' | '.join(typist.kind(inspect.type_info(kind)) for kind in kinds)};"


if __name__ == "__main__":
    print(document())
