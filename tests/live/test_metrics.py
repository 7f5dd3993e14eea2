"""What a process counts while people play, as Prometheus reads it."""

from __future__ import annotations

import urllib.request
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families as families

from accounts.models import User
from games.match import Match
from tests.config.serving import Server
from tests.live.conftest import at
from tests.site import Site
from tests.wire import free_port

Samples = dict[tuple[str, tuple[str, ...]], float]


def counted(port: int) -> Samples:
    """Samples by name and values of labels in the order of their names, without buckets."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        text = answer.read().decode()
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in families(text)
        for sample in family.samples
        if "le" not in sample.labels
    }


@pytest.mark.long
def test_requests_moves_refusals_and_sockets_are_counted(
    transactional_db: None, match: Match, ada: User
) -> None:
    port = free_port()
    with Site(METRICS=f"127.0.0.1:{port}") as site:
        with at(site, match, ada) as x:
            x.wait_for("state")
            assert counted(port)["oxo_sockets", ("game",)] == 1
            x.act("place", match.version, 4)
            x.wait_for("ack")
            x.act("place", match.version, 3)
            assert x.wait_for("refused")["code"] == "stale_version"
            found = counted(port)
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"{site.url}/metrics")
            urllib.request.urlopen(f"{site.url}/games/{match.id}/").close()
            pages = counted(port)
        assert site.terminate() == 0
    assert found["oxo_moves_total", ("person",)] == 1
    assert found["oxo_ack_seconds_count", ()] == 1
    assert (found["oxo_batch_size_count", ()], found["oxo_batch_size_sum", ()]) == (1, 1)
    assert found["oxo_commit_seconds_count", ()] == 1
    assert found["oxo_refusals_total", ("stale_version",)] == 1
    assert found["oxo_writer_queue", ()] == 0
    assert pages["oxo_requests_total", ("GET", "none", "404")] == 1
    route = "/games/<game:game_id>/"
    assert pages["oxo_requests_total", ("GET", route, "200")] == 1
    assert pages["oxo_request_seconds_count", (route,)] == 1


def test_failed_log_ins_are_counted(client: Client, ada: User) -> None:
    def failures() -> float:
        kind = {"what": "log-in failed"}
        return REGISTRY.get_sample_value("oxo_security_events_total", kind) or 0.0

    before = failures()
    client.post("/accounts/login/", {"username": "ada", "password": "wrong"})
    assert failures() == before + 1


@pytest.mark.long
def test_a_port_that_is_taken_is_refused_in_one_line(tmp_path: Path) -> None:
    with Server(tmp_path, METRICS="192.0.2.1:9101") as server:
        said = "METRICS: cannot listen on 192.0.2.1 port 9101: Cannot assign requested address\n"
        assert (server.exit_code(), server.output()) == (1, said)


def test_the_sweep_says_what_it_did(match: Match, settings: pytest.FixtureRequest) -> None:
    def value(name: str, **labels: str) -> float:
        return REGISTRY.get_sample_value(name, labels) or 0.0

    call_command("sweep", verbosity=0)
    assert value("oxo_games", status="active") == 1
    assert value("oxo_games", status="open") == 0
    assert value("oxo_sweep_finished_timestamp_seconds") > 1.7e9
    for what in ("settled", "closed", "keys", "challenges", "sessions", "places", "guests"):
        assert REGISTRY.get_sample_value("oxo_swept_total", {"what": what}) is not None


def test_a_sweep_that_breaks_off_is_counted(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise CommandError("no")

    before = REGISTRY.get_sample_value("oxo_sweep_failures_total") or 0.0
    monkeypatch.setattr("games.services.sweep", fail)
    with pytest.raises(CommandError):
        call_command("sweep")
    assert REGISTRY.get_sample_value("oxo_sweep_failures_total") == before + 1
