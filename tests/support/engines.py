"""The real PostgreSQL and the real Redis, on loopback in a folder of their own, to be killed and started again."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

PATIENCE = 60.0  # seconds


class Missing(Exception):
    """This machine lacks the programs."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def find(program: str) -> str:
    beside = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    found = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin") or (str(beside[-1]) if beside else "")
    if not found:
        raise Missing(f"{program} is not installed")
    return found


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"nothing answers at port {port}")


def open_to(folder: Path, above: Path) -> None:
    """Let other users of the machine pass to this folder, from the one above."""
    for part in (folder, *folder.parents):
        if part != above and part.is_relative_to(above):
            part.chmod(part.stat().st_mode | 0o011)


class Engine:
    """One server program, always at the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def start(self) -> None:
        """Again, while something else holds its port, or children of one that was killed still hold its memory."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.try_to_start()
                return
            except AssertionError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def try_to_start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=self.folder, stdout=log, stderr=log, **self.user(), start_new_session=True
            )
        wait_for(self.port, self.process)

    def user(self) -> dict[str, Any]:
        return {}

    def end(self, how: signal.Signals) -> None:
        if self.process:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def kill(self) -> None:
        self.end(signal.SIGKILL)


class Redis(Engine):
    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.program = find("redis-server")

    def command(self) -> list[str]:
        return [self.program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}"


class Postgres(Engine):
    """It refuses to be run by root: another user of the machine does it then.

    Tests kill the server, not the machine: what it wrote is safe without waiting for the disk, and `hasty` says so."""

    def __init__(self, folder: Path, hasty: bool = True) -> None:
        super().__init__(folder)
        self.hasty = hasty
        self.program, self.data, self._names = find("postgres"), folder / "data", count(1)
        if os.geteuid() == 0:
            open_to(folder, Path(tempfile.gettempdir()))
            os.chown(folder, *self.user().values())
        make = [find("initdb"), "-D", str(self.data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
        made = subprocess.run([*make, "--locale=C"], cwd=folder, capture_output=True, text=True, **self.user())
        if made.returncode:
            raise Missing(f"initdb: {made.stderr.strip()}")

    def user(self) -> dict[str, Any]:
        if os.geteuid():
            return {}
        known = {user.pw_name: user for user in pwd.getpwall()}
        other = known.get("postgres") or known["nobody"]
        return {"user": other.pw_uid, "group": other.pw_gid}

    def command(self) -> list[str]:
        settings = {"unix_socket_directories": "", "listen_addresses": "127.0.0.1", "max_connections": "60"}
        if self.hasty:
            settings["fsync"] = "off"
        given = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [self.program, "-D", str(self.data), "-p", str(self.port), *given]

    def try_to_start(self) -> None:
        """Until it takes connections."""
        super().try_to_start()
        ready = [find("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(ready).returncode and self.process and self.process.poll() is None:
            time.sleep(0.05)

    def stop(self) -> None:
        """At once, but in order; whoever is connected is cut off."""
        self.end(signal.SIGINT)

    def kill(self) -> None:
        """As after a loss of power: it recovers from its log when it is started again."""
        self.end(signal.SIGQUIT)

    def new_database(self) -> str:
        name = f"house{next(self._names)}"
        run = [find("createdb"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name]
        until = time.monotonic() + PATIENCE
        while subprocess.run(run, capture_output=True).returncode and time.monotonic() < until:
            time.sleep(0.1)
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"
