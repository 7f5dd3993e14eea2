"""PostgreSQL: a base backup of the whole cluster, and its recovery up to a moment.

Between two base backups the server hands each finished piece of its log (WAL) to its
``archive_command``. A base backup and the pieces after it give every moment since.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from games.staff.backups import BackupError, stamp

INSTALLED = Path("/usr/lib/postgresql")
"""Where Debian installs each version's programs, most of them outside of PATH."""


def program(name: str) -> str:
    """One of PostgreSQL's programs, of the newest version that is installed."""
    if found := shutil.which(name):
        return found
    versions = sorted(INSTALLED.glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    if not versions:
        raise BackupError(f"There is no {name}: apt-get install postgresql-client.")
    return str(versions[-1])


def backup(connection: Mapping[str, str], folder: Path) -> Path:
    """A base backup of the cluster in a new folder within ``folder``, while everybody plays.

    ``connection`` has the parameters of a role that may replicate, as libpq names them.
    """
    target = folder / f"base-{stamp()}"
    partial = folder / f"{target.name}.partial"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    password = {"PGPASSWORD": connection["password"]} if connection.get("password") else {}
    address = " ".join(
        f"{name}={_quoted(value)}" for name, value in connection.items() if name != "password"
    )
    options = [
        "--format=tar",
        "--gzip",
        "--wal-method=stream",
        "--checkpoint=fast",
        "--no-password",
    ]
    try:
        _run([program("pg_basebackup"), "-d", address, "-D", str(partial), *options], password)
        partial.rename(target)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return target


def restore(base: Path, data: Path, archive: Path, until: datetime | None) -> None:
    """Lay out the new cluster ``data`` from a base backup, to be recovered when it is started.

    It then fetches from ``archive`` what followed, up to and including the moment ``until`` (else
    all there is), and opens for use. ``data`` must be empty or not there, and is empty again where
    that fails. The files become those of the owner of the folder around it.
    """
    parts = {"base.tar.gz": data, "pg_wal.tar.gz": data / "pg_wal"}
    for name in (*parts, "backup_manifest"):
        if not (base / name).is_file():
            raise BackupError(f"{str(base)!r} is no base backup: it has no {name}.")
    if not archive.is_dir():
        raise BackupError(f"There is no folder {str(archive)!r} with the archived log.")
    if data.exists() and any(data.iterdir()):
        raise BackupError(f"{str(data)!r} is not empty: give the new cluster a folder of its own.")
    data.mkdir(parents=True, exist_ok=True)
    try:
        for name, folder in parts.items():
            _unpack(base / name, folder)
        shutil.copyfile(base / "backup_manifest", data / "backup_manifest")
        _run([program("pg_verifybackup"), "--quiet", str(data)])
    except BaseException:
        _empty(data)
        raise
    with (data / "postgresql.auto.conf").open("a") as settings:
        settings.write("".join(f"{line}\n" for line in recovery_settings(archive, until)))
    (data / "recovery.signal").touch()
    _hand_over(data)


def recovery_settings(archive: Path, until: datetime | None) -> list[str]:
    """What the recovered server is told, as lines of its configuration."""
    command = f'cp "{archive}/%f" "%p"'
    return [
        f"restore_command = {_quoted(command)}",
        "recovery_target_action = 'promote'",
        # Without one, too: the backup may have that of a restore before it.
        f"recovery_target_time = '{until.isoformat() if until else ''}'",
    ]


def _unpack(file: Path, folder: Path) -> None:
    try:
        with tarfile.open(file) as packed:
            packed.extractall(folder, filter="data")
    except (tarfile.TarError, EOFError, zlib.error, OSError) as error:
        raise BackupError(f"{str(file)!r} cannot be unpacked: {error}.") from None


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _hand_over(data: Path) -> None:
    """Give ``data`` the owner of the folder around it, and nobody else any right to it."""
    around = data.resolve().parent.stat()
    for folder, _, names in os.walk(data):
        for path in (Path(folder), *(Path(folder) / name for name in names)):
            path.chmod(0o700 if path.is_dir() else 0o600)
            if os.geteuid() == 0:
                os.chown(path, around.st_uid, around.st_gid)


def _quoted(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
    done = subprocess.run(  # no shell, and no words of strangers
        command,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
        umask=0o077,
    )
    if done.returncode:
        raise BackupError(f"{Path(command[0]).name} failed: {done.stderr.strip()}")
