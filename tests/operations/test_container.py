"""The images and compose.yaml, read as Docker reads them, and their commands run without Docker.

What is not run here is the building of the images and the engine itself: users, read-only file
systems and networks are read in the files only. docs/operations.md says what was run by hand.
"""

from __future__ import annotations

import os
import re
import secrets
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from config.observe import probe
from tests.config.serving import Server
from tests.deploy.shipped import DEPLOY, ROOT
from tests.test_documents import variables

FOLDER = DEPLOY / "container"
RESTORE = FOLDER / "restore"
DOCKERFILES = sorted(FOLDER.glob("*Dockerfile"))
VARIABLES = {"SECRET_KEY": secrets.token_urlsafe(50), "POSTGRES_PASSWORD": "secret"}
"""Without these, which no default can stand for, nothing comes up."""

each_dockerfile = pytest.mark.parametrize("path", DOCKERFILES, ids=lambda path: path.name)


def instructions(path: Path) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile with their arguments."""
    text = re.sub(r"^#.*\n", "", path.read_text(), flags=re.M).replace("\\\n", " ")
    return [
        (word, " ".join(rest.split()))
        for word, _, rest in (line.strip().partition(" ") for line in text.splitlines() if line)
    ]


def interpolated(value: Any) -> Any:
    """A part of compose.yaml with the variables of .env in its texts."""
    if isinstance(value, dict):
        return {key: interpolated(one) for key, one in value.items()}
    if isinstance(value, list):
        return [interpolated(one) for one in value]
    if not isinstance(value, str):
        return value
    return VARIABLE.sub(_variable, value)


VARIABLE = re.compile(r"\$\{(\w+)(?::-((?:[^{}]|\{[^}]*\})*)|:\?[^}]*)?\}")


def _variable(found: re.Match[str]) -> str:
    return VARIABLES.get(found[1]) or VARIABLE.sub(_variable, found[2] or "")


COMPOSE: dict[str, Any] = interpolated(yaml.safe_load((FOLDER / "compose.yaml").read_text()))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]

RELEASE = ("VERSION", "COMMIT")
"""What ``up`` says of the release, for the labels of the images."""

each_service = pytest.mark.parametrize("name", SERVICES)


HADOLINT = Path(sysconfig.get_path("scripts")) / "hadolint"


@each_dockerfile
@pytest.mark.skipif(not HADOLINT.exists(), reason="hadolint is one of requirements-dev.txt")
def test_hadolint_finds_nothing(path: Path) -> None:
    done = subprocess.run([HADOLINT, path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@each_dockerfile
def test_an_image_runs_as_somebody_and_says_how_it_is(path: Path) -> None:
    said = instructions(path)
    last = len(said) - [word for word, _ in said][::-1].index("FROM")
    words = dict(said[last:])
    assert not words["USER"].startswith(("0", "root"))
    assert "HEALTHCHECK" in words


@each_dockerfile
def test_what_an_image_copies_is_there(path: Path) -> None:
    for word, rest in instructions(path):
        if word == "COPY" and "--from" not in rest:
            *sources, _ = [part for part in rest.split() if not part.startswith("--")]
            assert all((ROOT / source).exists() for source in sources), rest


def test_the_image_has_every_file_that_the_site_reads_beside_its_packages() -> None:
    copied = [rest for word, rest in instructions(FOLDER / "Dockerfile") if word == "COPY"]
    there = {source for rest in copied for source in rest.split()[:-1]}
    let_in = (FOLDER / "Dockerfile.dockerignore").read_text().split()
    read = {
        name
        for package in ("accounts", "config", "games", "progress")
        for path in (ROOT / package).rglob("*.py")
        for name in re.findall(r'BASE_DIR\)? / "([^"]+)"', path.read_text())
    } - {"var"}  # that is VAR_DIR in the image
    assert read == {"pyproject.toml", "requirements.lock", "templates", "docs/errata.md"}
    assert read <= there
    assert {f"!{source}" for source in there if (ROOT / source).exists()} <= set(let_in)


def test_the_services_are_given_what_the_site_reads_and_the_manual_names_what_one_sets() -> None:
    assert set(SERVICES["oxo-1"]["environment"]) <= variables()
    set_by_people = re.findall(r"\$\{(\w+):[?-]", (FOLDER / "compose.yaml").read_text())
    manual = (ROOT / "docs/operations.md").read_text().partition("## In containers")[2]
    manual = manual.partition("\n## ")[0]
    images = {f"{name}_IMAGE" for name in ("PYTHON", "DEBIAN", "POSTGRES", "REDIS")}
    made_by_up = {"SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "VERSION", "COMMIT"} | images
    assert {name for name in set_by_people if f"`{name}`" not in manual} == made_by_up


@each_service
def test_a_service_can_write_nothing_but_its_volumes_and_is_not_root(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert service["mem_limit"]
    assert service["pids_limit"]
    assert service["user"].partition(":")[0] not in ("", "0", "root")
    assert service["restart"] == ("no" if name == "prepare" else "unless-stopped")
    assert name in ("prepare", "nginx") or service["healthcheck"]["test"]  # nginx: its image's
    named = {mount.split(":")[0] for mount in service.get("volumes", [])}
    assert named <= set(COMPOSE["volumes"])


def test_only_nginx_can_be_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["nginx"]


def test_each_reaches_only_whom_it_needs() -> None:
    networks = {name: set(service["networks"]) for name, service in SERVICES.items()}
    inner = {name for name, said in COMPOSE["networks"].items() if (said or {}).get("internal")}
    assert networks["postgres"] | networks["redis"] <= inner
    assert not networks["postgres"] & networks["redis"]
    assert [name for name, own in networks.items() if own & networks["nginx"]] == ["nginx"]


def test_base_images_are_arguments_that_up_takes_by_their_digests() -> None:
    said = [words for path in DOCKERFILES for words in instructions(path)]
    bases = {rest.split()[0] for word, rest in said if word == "FROM"}
    wanted = {rest.partition("=")[0] for word, rest in said if word == "ARG"} - {*RELEASE}
    assert bases == {f"${{{name}}}" for name in wanted}
    pinned = set(re.findall(r"^pin (\w+)", (FOLDER / "up").read_text(), re.M))
    assert pinned == {*wanted, "REDIS_IMAGE"}


@each_dockerfile
def test_an_image_is_labelled_with_the_version_and_the_commit(path: Path) -> None:
    said = instructions(path)
    (labels,) = [rest for word, rest in said if word == "LABEL"]
    assert 'image.version="${VERSION}"' in labels
    assert 'image.revision="${COMMIT}"' in labels
    built = [
        one["build"]["args"] for one in SERVICES.values() if path.name in str(one.get("build"))
    ]
    assert all(args.keys() >= {*RELEASE} for args in built)


def test_services_wait_for_those_they_need() -> None:
    for service in SERVICES.values():
        for other, how in service.get("depends_on", {}).items():
            wanted = "completed_successfully" if other == "prepare" else "healthy"
            assert how == {"condition": f"service_{wanted}"}


def test_secrets_must_be_given_and_come_into_no_image() -> None:
    text = (FOLDER / "compose.yaml").read_text()
    assert "SECRET_KEY: ${SECRET_KEY:?" in text
    assert "${POSTGRES_PASSWORD:?" in text
    assert "redis://:secret@redis" in SERVICES["oxo-1"]["environment"]["REDIS_URL"]
    assert SERVICES["redis"]["environment"]["REDISCLI_AUTH"] == "secret"
    mail = SERVICES["oxo-1"]["environment"]["EMAIL_URL"]
    assert mail == "dummy:", "or links to set a password end in the log"
    assert "config/deploy\n" in (FOLDER / "Dockerfile.dockerignore").read_text()
    assert "container/.env\n" in (FOLDER / "nginx.Dockerfile.dockerignore").read_text()
    assert "/config/deploy/container/.env\n" in (ROOT / ".gitignore").read_text()


def test_up_makes_the_secrets_and_asks_for_digests_once_and_starts_everything(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "config/deploy/container"
    folder.mkdir(parents=True)
    shutil.copy(FOLDER / "up", folder)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    docker = tmp_path / "docker"
    docker.write_text(
        '#!/bin/sh\ncase "$1" in image) echo "$5@sha256:1";; *) echo "$VERSION $@";; esac\n'
    )
    docker.chmod(0o755)
    environment = {"PATH": os.environ["PATH"], "DOCKER": str(docker)}
    found = []
    for words in (["build", "oxo-1"], [], ["--newer"]):
        done = subprocess.run(
            [folder / "up", *words], env=environment, capture_output=True, text=True, check=True
        )
        how = "build oxo-1" if words[:1] == ["build"] else "up --detach --build --wait"
        assert done.stdout == f"{settings.VERSION} compose {how}\n"
        found.append(dict(line.split("=", 1) for line in (folder / ".env").open()))
    assert found[0] == found[1] == found[2]
    assert found[0].pop("EMAIL_URL") == "dummy:\n"
    secret = [value for name, value in found[0].items() if not name.endswith("_IMAGE")]
    assert len({*secret}) == 3
    assert all(re.fullmatch(r"[0-9a-f]{64}\n", value) for value in secret)
    assert found[0]["REDIS_IMAGE"] == "redis:7-bookworm@sha256:1\n"
    assert (folder / ".env").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("moment", ["", "2026-01-31T14:05:00+00:00"])
def test_restore_without_a_moment_takes_back_that_of_a_restore_before(moment: str) -> None:
    found = re.search(r"\{\n(.*)\} >>\S+postgresql.auto.conf", RESTORE.read_text(), re.S)
    assert found
    script = found[1].replace("'\\''", "'")
    words = ["sh", "-euc", script, "restore", "base-1", moment]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[-1] == f"recovery_target_time = '{moment}'"


# --- the commands, run here ------------------------------------------------------------------


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """What the image has in /opt/oxo: only what the Dockerfile copies."""
    place = tmp_path / "opt"
    place.mkdir()
    skipped = shutil.ignore_patterns("__pycache__", "deploy", "*.pyc")
    for word, rest in instructions(FOLDER / "Dockerfile"):
        if word == "COPY" and "--from" not in rest:
            *sources, target = rest.split()
            for source in sources:
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, place / target, ignore=skipped)
                else:
                    (place / target).mkdir(exist_ok=True)
                    shutil.copy(ROOT / source, place / target)
    return place


def environment_of(name: str, folder: Path) -> dict[str, str]:
    """The variables of a service and its image, with a database and a cache that are here."""
    said = [rest for word, rest in instructions(FOLDER / "Dockerfile") if word == "ENV"]
    here = dict(one.split("=", 1) for rest in said for one in rest.split()) | {
        "DATABASE_URL": f"sqlite:///{folder}/oxo.sqlite3",
        "REDIS_URL": "",
        "VAR_DIR": str(folder),
        "METRICS": "127.0.0.1:0",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    return SERVICES[name]["environment"] | here


@pytest.mark.slow  # every static file is hashed and compressed
def test_the_services_of_oxo_start_and_are_found_healthy(image: Path, tmp_path: Path) -> None:
    run, var = tmp_path / "r", tmp_path / "var"
    run.mkdir()
    var.mkdir()
    prepared = subprocess.run(
        SERVICES["prepare"]["command"],
        cwd=image,
        env=environment_of("prepare", var),
        capture_output=True,
        text=True,
        check=False,
    )
    assert prepared.returncode == 0, prepared.stderr
    assert (var / "static" / "staticfiles.json").exists()

    def here(words: list[str]) -> list[str]:
        return [word.replace("/run/oxo", str(run)) for word in words]

    log = (tmp_path / "server.log").open("w+")
    environment = environment_of("oxo-1", var)
    server = subprocess.Popen(
        here(SERVICES["oxo-1"]["command"]), cwd=image, env=environment, stdout=log, stderr=log
    )
    try:
        waiting = Server(tmp_path)
        waiting.process = server
        waiting.wait_for("Oxo listens on")
        asked = here(SERVICES["oxo-1"]["healthcheck"]["test"][1:])
        for _ in range(3):  # as an engine does before it finds a container unhealthy
            done = subprocess.run(
                asked, cwd=image, env=environment, capture_output=True, text=True, check=False
            )
            if done.returncode == 0:
                break
        assert (done.returncode, done.stdout[:4]) == (0, "200 "), done.stderr
        server.terminate()
        assert server.wait(60) == 0
    finally:
        server.kill()
        server.wait()
        log.close()
    sweep = subprocess.Popen(
        SERVICES["sweep"]["command"],
        cwd=image,
        env=environment_of("sweep", var),
        stdout=subprocess.PIPE,
    )
    try:
        assert sweep.stdout
        assert sweep.stdout.readline().startswith(b"settled 0")
        sweep.terminate()
        assert sweep.wait(60) == 0  # as PID 1 it would not end by itself
    finally:
        sweep.kill()


def test_nginx_understands_its_files(tmp_path: Path) -> None:
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin")
    if nginx is None:
        pytest.skip(
            "there is no nginx: apt-get install nginx-light libnginx-mod-http-brotli-static"
        )
    (sed,) = [rest for word, rest in instructions(FOLDER / "nginx.Dockerfile") if "sed -i" in rest]
    shutil.copy(DEPLOY / "nginx-oxo.conf", conf := tmp_path / "template.conf")
    subprocess.run([*shlex.split(sed)[:-1], conf], check=True)
    text = conf.read_text()
    assert re.findall(r"listen (?:\[::\]:)?(\d+)", text) == ["8080", "8080", "8443", "8443"]
    tls = tmp_path / "tls"
    tls.mkdir()
    start = [FOLDER / "start-nginx", "-t", "-c", tmp_path / "nginx.conf"]
    conf.write_text(text.replace("/tls/", f"{tls}/").replace("listen [::]", "#"))
    main = (FOLDER / "nginx.conf").read_text()
    main = main.replace("/tmp/", f"{tmp_path}/")
    (tmp_path / "nginx.conf").write_text(main)
    environment = {
        "PATH": f"{os.environ['PATH']}:/usr/sbin",
        "TLS_DIR": str(tls),
        "OXO_CONF": str(conf),
        "TMPDIR": str(tmp_path),
        "ALLOWED_HOSTS": ".site.example,b",
        "HTTPS_PORT": "8443",
    }
    done = subprocess.run(start, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = (tmp_path / "oxo.conf").read_text()
    assert said.count("server_name site.example;") == 2
    assert "proxy_set_header Host site.example:8443;" in said
    assert "return 301 https://site.example:8443$request_uri;" in said
    environment["SERVER_NAME"] = "a; b"
    done = subprocess.run(start, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, "'a; b'" in done.stderr) == (1, True)
    assert (tls / "fullchain.pem").exists()


def test_a_probe_says_why_it_fails(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert probe.main([str(tmp_path / "none.sock"), "/readyz"]) == 1
    assert "No such file" in capfd.readouterr().err
    assert probe.main([]) == 2


@pytest.mark.parametrize(
    ("hosts", "name"),
    [("oxo.example,b", "oxo.example"), (".oxo.example", "oxo.example"), ("*", "localhost")],
)
def test_a_probe_asks_by_a_name_that_is_allowed(
    hosts: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", hosts)
    assert probe.own_name() == name
