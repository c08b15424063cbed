"""What the first load of the front page costs."""

import gzip
import re

import pytest

from sortilege.server.http.static import PAGE

MOST = 150 * 1000


def test_the_front_page_loads_less_than_150_kilobytes_of_script_and_style() -> None:
    document = PAGE / "index.html"
    if not document.is_file():
        pytest.skip("the page is not built: make play, or npm ci && npm run build in page/")
    names = re.findall(r'(?:src|href)="/page/(assets/[^"]+\.(?:js|css))"', document.read_text("utf-8"))
    assert any(name.endswith(".js") for name in names) and any(name.endswith(".css") for name in names)
    bytes = {name: (PAGE / name).read_bytes() for name in names}
    assert sum(len(gzip.compress(data)) for data in bytes.values()) < MOST
    assert not any(b"WebGLRenderer" in data for data in bytes.values()), "three.js is for the arena alone"
