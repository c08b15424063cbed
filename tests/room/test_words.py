"""Every refusal of the house can be said in both languages."""

import re
from pathlib import Path

import pytest

import sortilege
from sortilege.games import SLUGS
from sortilege.words import LANGUAGES, Words

HOUSE = Path(sortilege.__file__).parent
CODE = re.compile(r'(?:Refusal|refuse)\(\s*"([a-z]+/[a-z_]+)"')


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_its_sentence(lang: str) -> None:
    rooms = ("kernel", "bots", "room", "store", "server", "cli")
    files = (file for room in rooms for file in (HOUSE / room).rglob("*.py") if "template" not in file.parts)
    codes = {code for file in files for code in CODE.findall(file.read_text())}
    assert len(codes) > 40
    said = {code for slug in ("", *SLUGS) for code in Words(slug, lang)["refusals"]}
    assert codes <= said, codes - said
