"""One of two hosts: nginx, processes, PostgreSQL and Redis in a network of their own.

Debian's folders and systemd are stood in for: paths of commands lead into the host's folder, and
``systemctl`` is done here.
"""

from __future__ import annotations

import contextlib
import fnmatch
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from games.staff.backups import postgresql
from tests.deploy.shipped import HOST, Places, unit
from tests.deploy.stack import Stack
from tests.hosts import runbook
from tests.hosts.network import Namespace
from tests.wire import PATIENCE

PROGRAMS = Path(postgresql.program("initdb")).resolve().parent

POSTGRES_CONF = """
data_directory = '{folder}/postgresql/main'
hba_file = '{folder}/postgresql/pg_hba.conf'
include_dir = 'conf.d'
unix_socket_directories = '{folder}/postgresql'
fsync = off # only processes die here, not the machine
"""

PG_HBA = "local all all trust\n"

REDIS_CONF = """
bind 127.0.0.1
dir {folder}
save ""
requirepass {password}
"""


class HostPlaces(Places):
    """A host has every port to itself, and its files in folders that stand for Debian's."""

    def __init__(self, folder: Path, shared: Path) -> None:
        super().__init__(folder)
        self.http, self.https = 80, 443
        for words in ("listen 80;", "listen 443 ", "Host $server_name;"):
            del self.changes[words]
        self.changes |= {
            "/var/lib/oxo": str(shared / "var"),
            f"/etc/letsencrypt/live/{HOST}": str(shared / "tls"),
            "/etc/systemd/system": str(folder / "units"),
            "/var/lib/postgresql/15": str(folder / "postgresql"),
            "/etc/postgresql/15/main": str(folder / "postgresql"),
            "/etc/redis": str(folder),
            "/etc/oxo.env": str(folder / "oxo.env"),
            "/etc/nginx/sites-available/oxo": str(folder / "nginx-oxo.conf"),
            "config/deploy/manage": f"{sys.executable} manage.py",
            "sudo -u postgres": "runuser -u postgres --",
        }


class World(Places):
    """The players' side: the site's name has the addresses of both hosts."""

    pings = (2.0, 2.0)

    def __init__(self, folder: Path, addresses: list[str]) -> None:
        super().__init__(folder)
        self.addresses = addresses

    @property
    def origin(self) -> str:
        return f"https://{HOST}"

    def connect(self, port: int, source: str) -> socket.socket:
        """A connection to the first host that takes one, as browsers try."""
        last: OSError | None = None
        for address in self.addresses:
            try:
                made = socket.create_connection((address, 443), 1)
            except OSError as error:
                last = error
            else:
                made.settimeout(5)
                return made
        raise last or OSError("the site has no address")


class Host(Stack):
    """``address`` is its own on the line between hosts, ``other`` the other one's."""

    def __init__(
        self, name: str, addresses: tuple[str, str], numbers: tuple[int, int], net: Namespace
    ) -> None:
        super().__init__()
        self.host, self.numbers, self.net = name, numbers, net
        self.address, self.other = addresses
        self.metrics = {number: 9100 + number for number in numbers}
        self.running: set[str] = set()

    def lay_out(self, shared: Path, settings: dict[str, str], password: str) -> None:
        """What Debian's packages and config/deploy's README leave on a machine."""
        self.folder.chmod(0o711)
        self.shared = shared
        self.places = HostPlaces(self.folder, shared)
        self.unit = unit("oxo@.service")
        lines = "".join(f"{name}={shlex.quote(value)}\n" for name, value in settings.items())
        (self.folder / "oxo.env").write_text(lines)
        redis = REDIS_CONF.format(folder=self.folder, password=password)
        (self.folder / "redis.conf").write_text(redis)
        self._lay_out_postgres()
        self.places.write_nginx()
        conf = self.folder / "nginx-oxo.conf"
        before, _, rest = conf.read_text().partition("upstream oxo {")
        upstream = runbook.block("The upstream of both", "nginx")
        conf.write_text(before + upstream + rest.partition("\n}\n")[2])

    def _lay_out_postgres(self) -> None:
        home = self.folder / "postgresql"
        (home / "conf.d").mkdir(parents=True)
        (home / "postgresql.conf").write_text(POSTGRES_CONF.format(folder=self.folder))
        (home / "pg_hba.conf").write_text(PG_HBA)
        for path in (home, *home.iterdir()):
            shutil.chown(path, "postgres", "postgres")
        self.as_postgres("initdb", "-D", home / "main", "-A", "trust", "-E", "UTF8", "--no-sync")

    def as_postgres(self, program: str, *words: object) -> str:
        command = ["runuser", "-u", "postgres", "--", program, *words]
        return self._run(self.net.command(*map(str, command)))

    def _run(self, command: list[str]) -> str:
        done = subprocess.run(
            command,
            cwd=self.places.here("/opt/oxo"),
            env=self._surroundings(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=2 * PATIENCE,
        )
        assert done.returncode == 0, f"{self.host}: {command[-1]}\n{done.stdout}"
        return done.stdout.strip()

    def setting(self, name: str) -> str:
        """A variable of /etc/oxo.env, as it is now."""
        return self._surroundings()[name]

    def manage(self, *arguments: str) -> str:
        """What the site's command prints."""
        return self._run(self.net.command(sys.executable, "manage.py", *arguments))

    def _surroundings(self) -> dict[str, str]:
        """The environment of what runs on this host."""
        lines = (self.folder / "oxo.env").read_text().splitlines()
        said = dict(shlex.split(line)[0].split("=", 1) for line in lines)
        return said | {
            "PATH": f"{PROGRAMS}:{os.environ['PATH']}:/usr/sbin",
            "PGHOST": str(self.folder / "postgresql"),
            "PGDATABASE": "postgres",
            "me": self.address,
            "other": self.other,
        }

    # --- commands of the page ----------------------------------------------------------------

    def follow(self, heading: str) -> list[tuple[str, float]]:
        """Run the commands under a heading of the page; each with the seconds it took."""
        done, kept = [], ""
        for command in runbook.commands(heading):
            began = time.monotonic()
            if command.startswith("systemctl "):
                self.systemctl(*shlex.split(command)[1:])
            elif command.startswith(". "):
                kept += self.places.here(command) + "\n"
            else:
                text = kept + self.places.here(command)
                self._run(self.net.command("bash", "-euc", text))
            done.append((command, time.monotonic() - began))
        return done

    def systemctl(self, action: str, *words: str) -> None:
        names = [word for word in words if not word.startswith("-")]
        services = [one for name in names for one in self._services(name)]
        for service in services:
            if action in ("stop", "restart", "disable") and service in self.running:
                self._stop(service)
            if action in ("start", "restart", "enable"):
                self._start(service)

    def _services(self, name: str) -> list[str]:
        processes = [f"oxo@{number}" for number in self.numbers]
        if name == "oxo.target":
            return processes
        known = [*processes, "oxo-sweep", "postgresql", "redis-server", "nginx"]
        return [one for one in known if fnmatch.fnmatchcase(one, name)]

    def _start(self, service: str) -> None:
        if service == "postgresql":
            home = self.folder / "postgresql"
            how = ("-D", home / "main", "-o", f"-c config_file={home}/postgresql.conf")
            log = ("-l", home / "log", "-w", "-t", int(PATIENCE))
            self.as_postgres("pg_ctl", "start", *how, *log)
        elif service == "redis-server":
            self._spawn(service, ["redis-server", f"{self.folder}/redis.conf"])
            self._wait_for_port(6379)
        elif service == "nginx":
            conf = f"{self.folder}/nginx.conf"
            self._spawn(service, ["nginx", "-e", f"{self.folder}/nginx.log", "-c", conf])
            self._wait_for_port(443)
        elif service == "oxo-sweep":
            sweep = unit("oxo-sweep.service")["ExecStart"]
            self._spawn(service, self.places.command(sweep), METRICS="127.0.0.1:9100")
        else:
            changed = self.folder / "units/oxo@.service.d/address.conf"
            self.unit["ExecStart"] = changed.read_text().split("ExecStart=")[-1].strip()
            self.start(int(service.partition("@")[2]))
        self.running.add(service)

    def _wait_for_port(self, port: int) -> None:
        trial = f"until (: >/dev/tcp/127.0.0.1/{port}) 2>/dev/null; do sleep 0.05; done"
        self._run(self.net.command("bash", "-c", trial))

    def _stop(self, service: str) -> None:
        if service == "postgresql":
            self.as_postgres("pg_ctl", "stop", "-D", self.folder / "postgresql/main", "-m", "fast")
        elif service.startswith("oxo@"):
            self.stop(int(service.partition("@")[2]))
        else:
            self.processes[service].terminate()
            self.processes[service].wait(PATIENCE)
        self.running.discard(service)

    def _spawn(self, name: str, command: list[str], **environment: str) -> None:
        self.environment = self._surroundings()
        super()._spawn(name, self.net.command(*command), **environment)

    # --- accidents ---------------------------------------------------------------------------

    def lose_power(self) -> None:
        """Everything stops at once, and nobody is told."""
        self.net.set_reachable(False)
        for pid in self.net.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for service in self.running - {"postgresql"}:
            self.processes[service].wait(PATIENCE)
        for number in self.numbers:
            shutil.rmtree(self.folder / "run" / str(number), ignore_errors=True)
        self.running.clear()

    def remove(self) -> None:
        """Stop whatever runs, and leave nothing behind."""
        self.lose_power()
        shutil.rmtree(self.folder)
