"""Writes the operations and models of the package from the contract (OpenAPI). The build runs it; see build_hook.py.

To run it by hand: python generate.py
"""

from __future__ import annotations

import json
import keyword
import re
import textwrap
from pathlib import Path
from typing import Any

Schema = dict[str, Any]

HEADER = "# Generated from the contract by generate.py; do not edit.\n"
NUMBERS = {"page", "perPageCount", "limit", "waitSeconds", "maxSeconds"}
CALL_MEMBERS = {"self", "options"}


def contract_path(root: Path) -> Path:
    """Return the contract: beside this file in a source distribution, in docs/ in the repository."""
    packed = root / "openapi.json"
    return packed if packed.exists() else root.parent.parent / "docs" / "openapi.json"


def snake(name: str) -> str:
    """Return fooBar and foo-bar as foo_bar, and keywords with an underscore after them."""
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).replace("-", "_").replace(".", "_").lower()
    return f"{text}_" if keyword.iskeyword(text) else text


def pascal(name: str) -> str:
    """Return foo-bar as FooBar."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^0-9A-Za-z]+", name))


def one_line(text: str) -> str:
    """Return the text for a comment or docstring on one line."""
    line = " ".join(text.replace("\\", "\\\\").replace('"""', "'''").split())
    return f"{line} " if line.endswith('"') else line


class Models:
    """Named types of the contract as TypedDicts."""

    def __init__(self, components: dict[str, Schema]) -> None:
        """Define every schema that has a name in the contract."""
        self.components = components
        self.sources: dict[str, str] = {}
        for name, schema in components.items():
            self.define(pascal(name), schema)

    def define(self, name: str, schema: Schema) -> str:
        """Define a type under a name, and return its name."""
        if name in self.sources:
            return name
        self.sources[name] = ""
        if schema.get("properties"):
            self.sources[name] = self.typed_dict(name, schema)
        else:
            about = one_line(schema.get("description", name))
            self.sources[name] = f'{name}: TypeAlias = "{self.type_of(schema, name)}"\n"""{about}"""\n'
        return name

    def typed_dict(self, name: str, schema: Schema) -> str:
        """Return the source of a TypedDict."""
        required = set(schema.get("required", []))
        about = one_line(schema.get("description", name))
        members = []
        for key, value in schema["properties"].items():
            kind = self.type_of(value, name + pascal(key))
            members.append((key, kind if key in required else f"NotRequired[{kind}]", value.get("description", "")))
        if all(key.isidentifier() and not keyword.iskeyword(key) for key, _, _ in members):
            lines = [f"class {name}(TypedDict):", f'    """{about}"""', ""]
            for key, kind, text in members:
                lines.append(f"    {key}: {kind}")
                if text:
                    lines.append(f'    """{one_line(text)}"""')
            return "\n".join(lines) + "\n"
        body = "".join(f'    "{key}": "{kind}",\n' for key, kind, _ in members)
        return f'{name} = TypedDict("{name}", {{\n{body}}})\n"""{about}"""\n'

    def type_of(self, schema: Schema, name: str) -> str:
        """Return the type of a schema; objects without a name of their own get the given one."""
        if "$ref" in schema:
            return pascal(schema["$ref"].rsplit("/", 1)[-1])
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(repr(one) for one in schema['enum'])}]"
        for union in ("anyOf", "oneOf"):
            if union in schema:
                return self.union(schema[union], name)
        if "allOf" in schema and len(schema["allOf"]) == 1:
            return self.type_of(schema["allOf"][0], name)
        kind = schema.get("type")
        if isinstance(kind, list):
            return self.union([{**schema, "type": one} for one in kind], name)
        if kind == "array":
            return f"list[{self.type_of(schema.get('items', {}), name + 'Item')}]"
        if kind == "object" and schema.get("properties"):
            return self.define(name, schema)
        if kind == "object":
            values = schema.get("additionalProperties")
            of = self.type_of(values, name + "Value") if isinstance(values, dict) else "Any"
            return f"dict[str, {of}]"
        scalars = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
        return scalars.get(kind or "", "Any")

    def union(self, schemas: list[Schema], name: str) -> str:
        """Return a union; literals are joined."""
        kinds: list[str] = []
        literals: list[str] = []
        for at, schema in enumerate(schemas):
            nested = name if schema.get("type") == "object" and at == 0 else f"{name}{at}"
            kind = self.type_of(schema, nested)
            if kind.startswith("Literal["):
                literals.append(kind[len("Literal[") : -1])
            elif kind not in kinds:
                kinds.append(kind)
        if literals:
            kinds.insert(0, f"Literal[{', '.join(dict.fromkeys(literals))}]")
        return "Any" if "Any" in kinds else " | ".join(sorted(kinds, key=lambda kind: kind == "None"))


class Member:
    """A parameter or a member of the body of an operation."""

    def __init__(self, name: str, schema: Schema, *, required: bool, about: str, in_query: bool, kind: str) -> None:
        """Take what the contract says about it; `kind` is its type."""
        self.name, self.argument, self.required = name, snake(name), required
        self.about = one_line(about)
        self.in_query = in_query
        kinds = [schema, *schema.get("anyOf", [])]
        self.is_list = in_query and any(one.get("type") == "array" for one in kinds)
        if in_query:
            kind = self.query_type(schema, kind)
        self.nullable = re.search(r"\bNone\b", kind) is not None
        self.kind = kind

    def query_type(self, schema: Schema, kind: str) -> str:
        """Return the type of a query parameter, a text: numbers, lists and JSON are written as texts for the caller."""
        if schema.get("contentMediaType") == "application/json" or self.name == "filters":
            return "str | Mapping[str, Any]"
        kind = re.sub(r"list\[str\]", "Sequence[str]", kind)
        if kind == "str":
            lists = re.search(r"comma-separated|separated by commas", self.about, re.IGNORECASE)
            return "str | Sequence[str]" if lists else "str | int" if self.is_number(schema) else "str"
        return kind

    def is_number(self, schema: Schema) -> bool:
        """Return whether the text is a number, which the caller may also give as one."""
        return self.name in NUMBERS or re.match(r"\^(\[[01]-9\]|\\d)", schema.get("pattern", "")) is not None

    def source(self) -> str:
        """Return the parameter of the method."""
        if self.required:
            return f"{self.argument}: {self.kind}"
        if self.nullable:
            return f"{self.argument}: {self.kind} | NotGiven = NOT_GIVEN"
        return f"{self.argument}: {self.kind} | None = None"


class Operation:
    """An operation of the contract."""

    def __init__(self, models: Models, path: str, method: str, source: Schema) -> None:
        """Collect the members of the request and the type of the answer."""
        self.id: str = source["operationId"]
        self.method, self.path = method.upper(), path
        self.public = source.get("security") == []
        self.about = one_line(source.get("description") or source.get("summary") or self.id)
        headers = {one["name"].lower() for one in source.get("parameters", []) if one["in"] == "header"}
        self.repeatable = self.method == "GET" or "idempotency-key" in headers or self.id == "userLogin"
        self.members: list[Member] = []
        for one in source.get("parameters", []):
            if one["in"] != "query":
                continue
            schema = one.get("schema") or next(iter(one["content"].values()))["schema"]
            if "content" in one:
                schema = {**schema, "contentMediaType": next(iter(one["content"]))}
            kind = models.type_of(schema, pascal(self.id) + pascal(one["name"]))
            about = one.get("description", "")
            required = one.get("required", False)
            self.members.append(Member(one["name"], schema, required=required, about=about, in_query=True, kind=kind))
        self.add_body(models, source)
        answer = next(value for status, value in source["responses"].items() if status.startswith("2"))
        content = answer.get("content", {})
        self.streamed = bool(content) and "application/json" not in content
        self.answer = "None"
        if "application/json" in content:
            schema = content["application/json"]["schema"]
            self.answer = models.type_of(schema, pascal(self.id) + "Answer")
        taken = [member.argument for member in self.members]
        if len(set(taken)) < len(taken) or CALL_MEMBERS.intersection(taken):
            raise ValueError(f"{self.id}: two members have the same name in Python: {taken}")

    def add_body(self, models: Models, source: Schema) -> None:
        """Add the members of the JSON body."""
        body = source.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        if body is None:
            return
        base = pascal(self.id)
        if "$ref" in body:
            base = pascal(body["$ref"].rsplit("/", 1)[-1])
            body = models.components[body["$ref"].rsplit("/", 1)[-1]]
        for key, schema in body.get("properties", {}).items():
            kind = models.type_of(schema, base + pascal(key))
            required = key in body.get("required", [])
            about = schema.get("description", "")
            self.members.append(Member(key, schema, required=required, about=about, in_query=False, kind=kind))

    def row(self) -> str:
        """Return the entry of the table of operations."""
        nullable = [member.name for member in self.members if member.nullable]
        lists = [member.name for member in self.members if member.is_list]
        flags = f"public={self.public}, repeatable={self.repeatable}, streamed={self.streamed}"
        flags += f", nullable={nullable}, lists={lists}"
        return f'    "{self.id}": Operation("{self.id}", "{self.method}", "{self.path}", {flags}),\n'

    def method_source(self, *, asynchronous: bool) -> str:
        """Return the method of a client."""
        ordered = sorted(self.members, key=lambda member: not member.required)
        parameters = "".join(f"        {member.source()},\n" for member in ordered)
        star = "        *,\n" if ordered else ""
        members = "".join(f'                "{member.name}": {member.argument},\n' for member in ordered)
        about = textwrap.fill(self.about, 110, initial_indent="        ", subsequent_indent="        ").strip()
        told = "".join(f"\n            {member.argument}: {member.about}" for member in ordered if member.about)
        docstring = f'"""{about}' + (f"\n\n        Args:{told}\n        " if told else "") + '"""'
        if docstring.endswith('\\"""'):
            docstring = docstring[:-3] + ' """'
        name = snake(self.id)
        request = f'"{self.id}",\n            {{\n{members}            }},\n            options,\n'
        if self.streamed:
            answer = "AsyncIterator[str]" if asynchronous else "Iterator[str]"
            prefix, call = "def", "self._lines"
        else:
            answer = self.answer
            prefix, call = ("async def", "await self._call") if asynchronous else ("def", "self._call")
        result = f"{call}(\n            {request}        )"
        body = f"        return {result}\n" if self.streamed else f"        return cast({self.answer!r}, {result})\n"
        return (
            f"    {prefix} {name}(\n        self,\n{star}{parameters}        options: CallOptions | None = None,\n"
            f"    ) -> {answer}:\n        {docstring}\n{body}\n"
        )


def generate(contract: Path, target: Path) -> None:
    """Write the package `_generated`."""
    document = json.loads(contract.read_text(encoding="utf-8"))
    models = Models(document.get("components", {}).get("schemas", {}))
    operations = [
        Operation(models, path, method, source)
        for path, methods in document["paths"].items()
        for method, source in methods.items()
        if method in ("get", "post", "put", "patch", "delete")
    ]
    target.mkdir(parents=True, exist_ok=True)
    (target / "__init__.py").write_text(f'{HEADER}"""What the build makes from the contract."""\n')
    (target / "models.py").write_text(models_module(models), encoding="utf-8")
    (target / "operations.py").write_text(operations_module(operations), encoding="utf-8")


def models_module(models: Models) -> str:
    """Return the source of models.py: aliases come last, since they name the others."""
    sources = [source for source in models.sources.values() if source]
    classes = [source for source in sources if source.startswith("class ")]
    others = [source for source in sources if not source.startswith("class ")]
    head = (
        f'{HEADER}"""Objects of requests and answers, with the names that they have on the wire."""\n\n'
        "from __future__ import annotations\n\nfrom typing import Any, Literal, TypedDict\n\n"
        "from typing_extensions import NotRequired, TypeAlias\n\n\n"
    )
    return head + "\n\n".join(classes + others)


def operations_module(operations: list[Operation]) -> str:
    """Return the source of operations.py."""
    head = (
        f'{HEADER}"""The operations of the service as methods."""\n\n'
        "from __future__ import annotations\n\n"
        "from collections.abc import AsyncIterator, Iterator, Mapping, Sequence\n"
        "from typing import Any, Literal, cast\n\n"
        "from .._requests import NOT_GIVEN, CallOptions, NotGiven, Operation\n"
        "from .models import *  # noqa: F403\n\n"
    )
    table = "OPERATIONS: dict[str, Operation] = {\n" + "".join(one.row() for one in operations) + "}\n\n\n"
    classes = operations_class(operations, asynchronous=False) + "\n\n" + operations_class(operations, asynchronous=True)
    return (head + table + classes).rstrip() + "\n"


def operations_class(operations: list[Operation], *, asynchronous: bool) -> str:
    """Return the source of the class whose methods are the operations."""
    begin, name, iterator, about = (
        ("async def", "AsyncOperations", "AsyncIterator[str]", "Every operation, for asyncio.")
        if asynchronous
        else ("def", "SyncOperations", "Iterator[str]", "Every operation, blocking.")
    )
    request = "(self, operation: str, members: Mapping[str, Any], options: CallOptions | None)"
    methods = "".join(one.method_source(asynchronous=asynchronous) for one in operations)
    return (
        f'class {name}:\n    """{about}"""\n\n'
        f"    {begin} _call{request} -> Any:\n        raise NotImplementedError\n\n"
        f"    def _lines{request} -> {iterator}:\n        raise NotImplementedError\n\n{methods}"
    )


if __name__ == "__main__":
    here = Path(__file__).parent
    generate(contract_path(here), here / "src" / "millrace" / "_generated")
    print("wrote src/millrace/_generated")
