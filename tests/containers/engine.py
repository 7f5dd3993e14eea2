"""podman with images and settings of its own, for machines that reach no registry of images.

Needs root and Debian: what is missing is installed, and base images are made by debootstrap from
the mirror that apt uses. They are kept in ``FOLDER`` for the next time.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import tarfile
from contextlib import suppress
from pathlib import Path

from tests.wire import free_port

HERE = Path(__file__).parent

FOLDER = Path("/var/tmp/oxo-check-containers")
"""Short, as podman wants the paths of its sockets, and outside of folders that are overlays."""

PROGRAMS = {"podman": "podman", "debootstrap": "debootstrap", "iptables": "iptables"}
"""Programs that are needed, with Debian's packages."""

RUNTIMES = ("crun", "runc")
"""Programs that start a container. Which of them can depends on the kernel's control groups."""

STORAGE = """
[storage]
driver = "overlay"
graphroot = "{folder}/graph"
runroot = "{folder}/run"
"""

CONTAINERS = """
[containers]
default_ulimits = []
[engine]
runtime = "{runtime}"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "{folder}/networks"
"""

TINY = "localhost/oxo-tiny"
DEBIAN = "localhost/oxo-base-debian"
BASES = ("python", "postgres", "redis")
"""Images made from Debian's, by the Dockerfiles in ``base``."""

MOUNTS = "/proc/self/mountinfo"

LEFT_OUT = ("usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/info")
"""What slim images do not have."""

ALLOWED = "--read-only --cap-drop=ALL --security-opt=no-new-privileges:true --user=10001:10001"
LIMITED = "--memory=64m --pids-limit=64 --tmpfs=/tmp"


class CannotRun(Exception):
    """No container can run on this machine; the text says why."""


class Engine:
    """podman, apart from the one that the machine's own containers have.

    A context manager that leaves images, and nothing that runs or is mounted.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self._ours = False
        """Whether podman is there, and nobody else uses the folder."""
        path = os.environ["PATH"] + ":/usr/sbin:/sbin"
        kept = {name: os.environ[name] for name in os.environ if name.lower().endswith("_proxy")}
        self.environment = {
            "PATH": path,
            "HOME": os.environ.get("HOME", "/root"),
            "CONTAINERS_STORAGE_CONF": str(folder / "storage.conf"),
            "CONTAINERS_CONF": str(folder / "containers.conf"),
            **kept,
        }

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._ours:  # where that fails, the next one says so
            with suppress(OSError, subprocess.SubprocessError):
                self._clean()

    def _clean(self) -> None:
        """End whatever runs and unmount whatever is mounted, also of a check that was killed."""
        self.podman("rm", "--all", "--force", "--time=0", "--volumes")
        mounted = re.findall(r"^\S+ \S+ \S+ \S+ (\S+)", Path(MOUNTS).read_text(), re.MULTILINE)
        for place in reversed(mounted):
            if self.folder in Path(place).parents:
                self.run("umount", "--lazy", place)

    def run(self, *command: object, timeout: float = 600) -> str:
        """What a command prints. Raises CalledProcessError, with what it said on its ``stderr``."""
        done = subprocess.run(
            [str(word) for word in command],
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=True,
            timeout=timeout,
        )
        return done.stdout.strip()

    def podman(self, *arguments: object, timeout: float = 600) -> str:
        return self.run("podman", *arguments, timeout=timeout)

    # --- whether it can run ------------------------------------------------------------------

    def prepare(self) -> None:
        """Install what is missing, and run a first, tiny container. Raises CannotRun."""
        if os.geteuid() != 0:
            raise CannotRun("only root can make base images and networks here")
        self.folder.mkdir(exist_ok=True)
        self._lock = (self.folder / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CannotRun("another check of containers is running") from None
        (self.folder / "storage.conf").write_text(STORAGE.format(folder=self.folder))
        self._install()
        self._ours = True
        whys = []
        for runtime in RUNTIMES:
            if why := self._try(runtime):
                whys.append(f"{runtime}: {why}")
            else:
                return
        raise CannotRun("; ".join(whys))

    def _install(self) -> None:
        there = self.environment["PATH"]
        missing = [PROGRAMS[name] for name in PROGRAMS if not shutil.which(name, path=there)]
        missing += [name for name in RUNTIMES if not shutil.which(name, path=there)]
        if not missing:
            return
        self.environment["DEBIAN_FRONTEND"] = "noninteractive"
        try:
            self.run("apt-get", "update", "-qq")
            self.run("apt-get", "install", "-y", "-qq", "netavark", "aardvark-dns", *missing)
        except (OSError, subprocess.SubprocessError) as error:
            raise CannotRun(f"{', '.join(missing)} cannot be installed: {said(error)}") from error

    def _try(self, runtime: str) -> str:
        """Start a container as closed as the site's, with a port; what went wrong, if anything."""
        text = CONTAINERS.format(runtime=runtime, folder=self.folder)
        (self.folder / "containers.conf").write_text(text)
        port = f"--publish=127.0.0.1:{free_port()}:80"
        closed = [*ALLOWED.split(), *LIMITED.split(), port]
        try:
            self._clean()
            self._make_tiny()
            self.podman("run", "--rm", *closed, TINY, "/true", timeout=60)
        except (OSError, subprocess.SubprocessError) as error:
            return said(error)
        return ""

    def _make_tiny(self) -> None:
        """An image of one program and the libraries that it loads."""
        if self._has(TINY):
            return
        program = shutil.which("true")
        assert program
        libraries = re.findall(r"(/\S+) \(0x", self.run("ldd", program))
        with tarfile.open(self.folder / "tiny.tar", "w", dereference=True) as tar:
            tar.add(program, "/true")
            for name in libraries:
                tar.add(name)
        self.podman("import", "--quiet", self.folder / "tiny.tar", TINY)

    # --- images ------------------------------------------------------------------------------

    def make_bases(self) -> dict[str, str]:
        """The base images as variables of .env; those that are not there yet are made."""
        if not self._has(DEBIAN):
            self._make_debian()
        for name in BASES:
            if not self._has(f"localhost/oxo-base-{name}"):
                file = HERE / "base" / f"{name}.Dockerfile"
                self.build(f"localhost/oxo-base-{name}", file, HERE / "base", DEBIAN_IMAGE=DEBIAN)
        return {"DEBIAN_IMAGE": DEBIAN} | {
            f"{name.upper()}_IMAGE": f"localhost/oxo-base-{name}" for name in BASES
        }

    def _has(self, image: str) -> bool:
        return bool(self.podman("images", "--quiet", image))

    def _make_debian(self) -> None:
        root = self.folder / "debian"
        shutil.rmtree(root, ignore_errors=True)
        bare_debian(self, root, "ca-certificates")
        # Machines behind a proxy of their own trust it by this file.
        shutil.copy("/etc/ssl/certs/ca-certificates.crt", root / "etc/ssl/certs")
        for name in LEFT_OUT:
            shutil.rmtree(root / name)
        shutil.rmtree(root / "var/cache/apt/archives")
        with tarfile.open(self.folder / "debian.tar", "w") as tar:
            tar.add(root, "/")
        self.podman("import", "--quiet", self.folder / "debian.tar", DEBIAN)
        shutil.rmtree(root)
        (self.folder / "debian.tar").unlink()

    def build(self, tag: str, file: Path, context: Path, **arguments: str) -> None:
        """Build an image as Docker does, without asking a registry for anything."""
        ignored = file.with_name(f"{file.name}.dockerignore")
        options = ["--ignorefile", ignored] if ignored.exists() else []
        options += [f"--build-arg={name}={value}" for name, value in arguments.items()]
        how = ("--quiet", "--network=host", "--pull=never", "--format=docker", "--layers=false")
        self.podman("build", *how, *options, "--tag", tag, "--file", file, context)

    def size(self, image: str) -> int:
        """Bytes of all layers."""
        return int(self.podman("image", "inspect", "--format={{.Size}}", image))


def bare_debian(engine: Engine, root: Path, packages: str) -> None:
    """Lay Debian out in the folder ``root``, with nothing but ``packages``."""
    options = ("--variant=minbase", f"--include={packages}", "bookworm", root)
    engine.run("debootstrap", *options, mirror(engine))


def mirror(engine: Engine) -> str:
    """The address from which apt has Debian's packages."""
    form = "$(ORIGIN) $(LABEL) $(REPO_URI)"
    for line in engine.run("apt-get", "indextargets", "--format", form).splitlines():
        if line.startswith("Debian Debian "):
            return line.split()[2]
    return "http://deb.debian.org/debian"


def said(error: BaseException) -> str:
    """The last of what a command said before it failed, in one line."""
    text = getattr(error, "stderr", None) or str(error)
    lines = [line for line in str(text).splitlines() if line.strip()]
    return lines[-1].strip() if lines else type(error).__name__
