"""The page's types are the server's."""

from pathlib import Path

from sortilege.server.ws.typescript import document

WIRE = Path(__file__).parents[3] / "page" / "src" / "client" / "messages.ts"


def test_the_page_speaks_the_types_of_the_house() -> None:
    """If this fails: python -m sortilege.server.ws.typescript > page/src/client/messages.ts"""
    assert WIRE.read_text("utf-8") == document() + "\n"


def test_every_message_is_told_apart_by_a_word() -> None:
    said = document()
    assert 'do: "check";' in said and 'is: "snapshot";' in said
    assert "export type AnyRequest = " in said and "export type AnyMessage = " in said
