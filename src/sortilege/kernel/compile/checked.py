"""Check every access to a state in plain Python: refuse what compiled code would silently do in another way."""

from typing import Any

from sortilege.kernel.layout import Field, Layout


class SubsetError(Exception):
    """Report that code left the plain subset."""


class Cells(list[Any]):
    """Hold a row of a field; refuse negative indices, slices, whole rows and values too large for the field."""

    def __init__(self, values: Any, name: str, field: Field) -> None:
        super().__init__(Cells(v, name, field) if isinstance(v, list) else v for v in values)
        self.name, self.field = name, field

    def _check_index(self, index: Any) -> None:
        if not isinstance(index, int):
            raise SubsetError(f"{self.name}[{index}]: a slice copies in plain Python and aliases when compiled")
        if not 0 <= index < len(self):
            raise SubsetError(f"{self.name}[{index}] is outside 0..{len(self) - 1}")

    def __getitem__(self, index: Any) -> Any:
        self._check_index(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check_index(index)
        check_value(self.name, self.field, value)
        super().__setitem__(index, value)


def _refuse(self: Cells, *given: Any) -> Any:
    raise SubsetError(f"{self.name}: the lists of a layout keep their length and order")


for method in ("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "__delitem__", "__iadd__"):
    setattr(Cells, method, _refuse)


def check_value(name: str, field: Field, value: Any) -> None:
    """Refuse a value that the field cannot hold."""
    if field.fixed:
        raise SubsetError(f"{name}: is fixed when the game begins, and shared by all its states")
    if isinstance(value, list):
        raise SubsetError(f"{name}: a row assigned whole aliases in plain Python and copies when compiled")
    if not field.limits[0] <= value <= field.limits[1]:
        raise SubsetError(f"{name}: {value} does not fit in {field.kind}")


def checked(s: Layout) -> Any:
    """Return the same state, checking every access."""
    kind = type(f"Checked{type(s).__name__}", (_Checked, type(s)), {})
    new: Any = object.__new__(kind)
    new.__dict__.update(s.__dict__)
    for name, f in s.fields.items():
        if f.shape:
            new.__dict__[name] = Cells(getattr(s, name), name, f)
    return new


class _Checked:
    fields: dict[str, Field]

    def __setattr__(self, name: str, value: Any) -> None:
        field = self.fields.get(name)
        if field is not None:
            check_value(name, field, value)
        elif name != "log":
            raise SubsetError(f"the layout has no field {name}")
        object.__setattr__(self, name, value)
