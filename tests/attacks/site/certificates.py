"""A server of letters that shows a certificate of its own making gets no password and no letter."""

from __future__ import annotations

import ssl
import subprocess
import threading
from pathlib import Path
from socket import create_server
from tempfile import TemporaryDirectory

from django.core.mail.backends.smtp import EmailBackend


def attempt() -> None:
    with TemporaryDirectory() as folder, create_server(("127.0.0.1", 0)) as server:
        key, certificate = Path(folder, "key"), Path(folder, "certificate")
        subject = ["-subj", "/CN=127.0.0.1", "-days", "2", "-newkey", "rsa:2048", "-nodes"]
        command = ["openssl", "req", "-x509", *subject, "-keyout", key, "-out", certificate]
        subprocess.run(command, check=True, capture_output=True)
        theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        theirs.load_cert_chain(certificate, key)
        said: list[bytes] = []

        def answer() -> None:
            try:
                with theirs.wrap_socket(server.accept()[0], server_side=True) as line:
                    line.sendall(b"220 mail\r\n")
                    said.append(line.recv(1000))
            except (ssl.SSLError, OSError):
                pass

        thread = threading.Thread(target=answer)
        thread.start()
        port = server.getsockname()[1]
        backend = EmailBackend("127.0.0.1", port, "user", "secret", use_ssl=True, timeout=10)
        try:
            backend.open()
        except ssl.SSLCertVerificationError:
            pass
        else:
            raise AssertionError("the certificate was taken")
        thread.join(10)
        assert said == []
