"""Check Dockerfile, compose.yaml and nginx.conf as far as it goes without Docker: their commands are run here."""

import asyncio
import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

import pytest
import typer
import yaml
from websockets.asyncio.client import connect

from sortilege.cli.app import app
from tests.support.engines import Engine, Missing, find
from tests.support.served import Served

ROOT: Final = Path(__file__).parent.parent
VERBS: Final[dict[str, Any]] = vars(typer.main.get_command(app))["commands"]
COMPOSE: Final = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES: Final[dict[str, Any]] = COMPOSE["services"]
PAGE: Final = "src/sortilege/server/page"


def stages() -> list[list[str]]:
    """Return the instructions of each stage of the Dockerfile, continued lines joined."""
    lines = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ").splitlines()
    found: list[list[str]] = []
    for line in (" ".join(line.split()) for line in lines if line and not line.startswith("#")):
        found.append([]) if line.startswith("FROM ") else None
        found[-1].append(line)
    return found


def instruction(name: str) -> Any:
    """Return what an instruction of the last stage says, read as JSON if it is a list."""
    [said] = [line.partition(" ")[2] for line in stages()[-1] if line.startswith(f"{name} ")]
    return json.loads(said[said.index("[") :]) if "[" in said else said


def copies(stage: int) -> Iterator[tuple[list[str], str]]:
    """Yield what a stage copies from the repository, and where to."""
    for line in stages()[stage]:
        if line.startswith("COPY ") and "--from" not in line:
            *sources, to = line.split()[1:]
            yield sources, to


def test_compose_fits_its_schema() -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml"]
    checked = subprocess.run(check, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_all_that_is_copied_or_mounted_exists() -> None:
    copied = [source for stage in range(2) for sources, _ in copies(stage) for source in sources]
    mounted = [volume.split(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])]
    for path in [*copied, *(path for path in mounted if path.startswith("./"))]:
        assert (ROOT / path).exists(), path
    allowed = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert all(f"!{path.split('/')[0]}" in allowed for path in copied)


def test_what_the_dockerfile_copies_is_enough_to_build_the_wheel(tmp_path: Path) -> None:
    for sources, to in copies(1):
        for source in sources:
            into = tmp_path / to / (Path(source).name if to == "./" else "")
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, into, ignore=shutil.ignore_patterns("__pycache__", "page"))
            else:
                shutil.copy(ROOT / source, into)
    assert f"COPY --from=page /src/{PAGE} {PAGE}" in stages()[1]
    (tmp_path / PAGE).mkdir(parents=True)
    (tmp_path / PAGE / "index.html").write_text("<!doctype html>")
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", str(tmp_path)]
    built = subprocess.run(build, capture_output=True, text=True, timeout=300)
    assert built.returncode == 0, built.stderr
    assert list(tmp_path.glob("dist/*.whl"))


def test_the_image_serves_as_somebody_without_rights_and_tells_its_health(tmp_path: Path) -> None:
    """Run the image's command on another store and port; and its health check, while it is open and after."""
    assert int(instruction("USER")) > 0 and instruction("ENTRYPOINT") == ["sortilege"]
    verb, *given = instruction("CMD")
    at = given.index("--store")
    assert verb == "serve" and given[at + 1].startswith(instruction("VOLUME"))
    served = Served(tmp_path / "room.db", *given[:at], *given[at + 2 :]).start()
    python, *check = instruction("HEALTHCHECK")
    check = [word.replace(":8000", f":{served.port}") for word in check]
    assert python == "python" and "http://127.0.0.1:8000" in str(instruction("HEALTHCHECK"))
    try:
        assert subprocess.run([sys.executable, *check], capture_output=True, timeout=60).returncode == 0
    finally:
        served.stop()
    assert subprocess.run([sys.executable, *check], capture_output=True, timeout=60).returncode != 0


def test_the_shared_servers_are_given_options_that_there_are() -> None:
    for name in ("one", "other"):
        [line] = SERVICES[name]["command"]
        program, command, verb, *given = shlex.split(line.replace("$$", "$"))
        assert [program, command] == ["exec", "sortilege"]
        asked = VERBS[verb].make_context(verb, given).params
        assert asked["bus"] == "redis://redis" and asked["proxy"] == 1
        assert asked["store"].startswith("postgresql://room:") and asked["store"].endswith("@postgres/room")


def test_every_container_of_ours_is_read_only_and_nothing_is_open_to_the_network() -> None:
    assert all(
        SERVICES[name]["read_only"] and SERVICES[name]["cap_drop"] == ["ALL"] for name in ("room", "one", "other")
    )
    ports = [port for service in SERVICES.values() for port in service.get("ports", [])]
    assert ports and all(port.startswith("127.0.0.1:") for port in ports)
    alone = [name for name, service in SERVICES.items() if "profiles" not in service]
    assert alone == ["room"]


# ----------------------------------------------------------------------------------------------------------- nginx
class Nginx(Engine):
    """The proxy of compose.yaml, in front of servers of this machine."""

    def __init__(self, folder: Path, servers: list[Served]) -> None:
        super().__init__(folder)
        text = (ROOT / "deploy/nginx.conf").read_text("utf-8")
        for name, served in zip(("one", "other"), servers, strict=True):
            text = text.replace(f"server {name}:8000;", f"server 127.0.0.1:{served.port};")
        text = text.replace("listen 8080;", f"listen 127.0.0.1:{self.port}; access_log off;")
        (folder / "nginx.conf").write_text(f"pid {folder}/pid;\n{text}")

    def command(self) -> list[str]:
        own = ["-p", str(self.folder), "-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "errors")]
        return [find("nginx"), *own, "-g", "daemon off; master_process off;"]


@contextmanager
def behind(folder: Path) -> Iterator[tuple[int, list[Served]]]:
    """Start two servers and the proxy, which browsers reach at its own address."""
    servers: list[Served] = []
    for name in ("one", "other"):
        (folder / name).mkdir()
        servers.append(Served(folder / name / "room.db", "--proxy", "1").start())
    nginx = Nginx(folder, servers)
    try:
        for served in servers:  # again, now that the address of the proxy is known
            served.stop()
            served.more = (*served.more, "--origin", f"http://127.0.0.1:{nginx.port}")
            served.start()
        nginx.start()
        yield nginx.port, servers
    finally:
        nginx.kill()
        for served in servers:
            if served.process:
                served.stop()


def directives(text: str) -> set[str]:
    """Return the directives of a configuration, without comments and indentation."""
    return {line.partition("#")[0].strip() for line in text.splitlines()} - {"", "}"}


def test_the_example_of_the_docs_is_the_proxy_that_is_tested() -> None:
    """They differ in addresses and TLS."""
    example = (ROOT / "docs/scale.md").read_text("utf-8").partition("```nginx\n")[2].partition("```")[0]
    tested = directives((ROOT / "deploy/nginx.conf").read_text("utf-8"))
    own = ("listen ", "server_name ", "ssl_certificate", "upstream servers ", "proxy_set_header Host ")
    assert {line for line in directives(example) - tested if not line.startswith(own)} == set()
    assert {line for line in tested - directives(example) if not line.startswith(own)} == {"events {}", "http {"}


def status(port: int, path: str, headers: dict[str, str] | None = None) -> int:
    asked = HTTPConnection("127.0.0.1", port, timeout=60)
    asked.request("GET", path, headers=headers or {})
    code = asked.getresponse().status
    asked.close()
    return code


async def ping(port: int) -> str:
    """Return the answer of a server behind the proxy to a ping on a socket."""
    async with connect(f"ws://127.0.0.1:{port}/api/socket?protocol=2") as socket:
        await socket.send(json.dumps({"do": "ping", "id": "p"}))
        return str(json.loads(await socket.recv())["re"])


def test_the_proxy_passes_requests_and_sockets_to_both_servers(tmp_path: Path) -> None:
    try:
        find("nginx")
    except Missing as missing:
        pytest.skip(str(missing))
    with behind(tmp_path) as (port, servers):
        assert status(port, "/api/ready") == 200 and asyncio.run(ping(port)) == "p"
        assert status(port, "/api/metrics") == 404
        assert status(port, "/api/health", {"Transfer-Encoding": "chunked"}) == 400
        servers[0].stop()
        assert [status(port, "/api/health") for _ in range(4)] == [200] * 4
        assert asyncio.run(ping(port)) == "p"
