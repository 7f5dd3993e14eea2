"""What config/deploy ships, read as systemd and nginx would, with this machine's paths in it."""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import sys
from pathlib import Path

from tests.wire import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "config" / "deploy"
HOST = "oxo.example"

NGINX = """
{user}
daemon off;
worker_rlimit_nofile 16384;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
include /etc/nginx/modules-enabled/*.conf;
events {{ worker_connections 8192; }}
http {{
    include /etc/nginx/mime.types;
    client_body_temp_path {folder}/tmp-body;
    proxy_temp_path {folder}/tmp-proxy;
    fastcgi_temp_path {folder}/tmp-fastcgi;
    uwsgi_temp_path {folder}/tmp-uwsgi;
    scgi_temp_path {folder}/tmp-scgi;
    include {folder}/nginx-oxo.conf;
}}
"""
"""What Debian's nginx.conf is to the site after README's step 7, within a folder of its own."""


def environment_file() -> dict[str, str]:
    """The variables of oxo.env.example."""
    lines = (DEPLOY / "oxo.env.example").read_text().splitlines()
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name: "".join(shlex.split(value)) for name, _, value in pairs}


def unit(name: str) -> dict[str, str]:
    """The settings of a unit file; the last of several of a name."""
    lines = (DEPLOY / name).read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


class Places:
    """Where things are here instead of where the shipped files say."""

    pings = (20.0, 20.0)
    """Seconds between two pings of a player's socket, and until an answer is missed."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.http, self.https = folder, free_port(), free_port()
        self.certificate = folder / "tls" / "fullchain.pem"
        self.changes = {
            "/opt/oxo/.venv/bin/python": sys.executable,
            "/opt/oxo": str(ROOT),
            "/run/oxo": str(folder / "run"),
            "/var/lib/oxo": str(folder / "var"),
            f"/etc/letsencrypt/live/{HOST}": str(folder / "tls"),
            "Host $server_name;": f"Host {HOST}:{self.https};",
            "listen [::]:80;": "",
            "listen [::]:443 ssl http2;": "",
            "listen 80;": f"listen 127.0.0.1:{self.http};",
            "listen 443 ": f"listen 127.0.0.1:{self.https} ",
        }

    @property
    def origin(self) -> str:
        return f"https://{HOST}:{self.https}"

    def connect(self, port: int, source: str) -> socket.socket:
        """A connection to nginx from an address of this machine."""
        return socket.create_connection(("127.0.0.1", port), 20, (source, 0))

    def here(self, text: str) -> str:
        for there, here in self.changes.items():
            text = text.replace(there, here)
        return text

    def command(self, line: str) -> list[str]:
        return [self.here(word) for word in shlex.split(line)]

    def write_nginx(self) -> list[str]:
        """nginx's files, and the command that starts it."""
        (self.folder / "nginx-oxo.conf").write_text(
            self.here((DEPLOY / "nginx-oxo.conf").read_text())
        )
        user = "user root;" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(NGINX.format(folder=self.folder, user=user))
        return ["nginx", "-e", f"{self.folder}/nginx.log", "-c", f"{self.folder}/nginx.conf"]

    def make_certificate(self) -> None:
        self.certificate.parent.mkdir()
        names = ["-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"]
        key = ["-keyout", str(self.certificate.parent / "privkey.pem"), "-nodes", "-days", "2"]
        out = ["-newkey", "rsa:2048", "-out", str(self.certificate)]
        subprocess.run(
            ["openssl", "req", "-x509", *out, *key, *names], check=True, capture_output=True
        )
