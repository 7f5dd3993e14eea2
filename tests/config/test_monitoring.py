"""What config/deploy/monitoring asks of Prometheus is what the site counts, and is explained."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY

import config.observe.metrics  # noqa: F401  whose counters it counts
from accounts import record  # noqa: F401  and of what matters
from games.storage import store  # noqa: F401  and of the writer
from tests.deploy.shipped import unit

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "config/deploy/monitoring"
OPERATIONS = (ROOT / "docs/operations.md").read_text()

ALERTS: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]
    for rule in group["rules"]
]
DASHBOARD = json.loads((FOLDER / "grafana-oxo.json").read_text())

ENDS = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}
COUNTED = {
    f"{family.name}{end}" for family in REGISTRY.collect() for end in ENDS.get(family.type, ())
}
BY_PROMETHEUS = {"up"}


def metrics_in(expression: str) -> set[str]:
    """The names of metrics in an expression: what is no function, label or word of PromQL."""
    bare = re.sub(r'"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\b(?:by|without)\s*\([^)]*\)', " ", expression)
    words = re.findall(r"\b[a-z_]\w*\b(?!\s*\()", bare)
    return set(words) - {"or", "and", "unless", "by", "on"}


def expressions() -> list[str]:
    targets = [target for panel in DASHBOARD["panels"] for target in panel["targets"]]
    return [rule["expr"] for rule in ALERTS] + [target["expr"] for target in targets]


def test_names_of_metrics_are_found_in_expressions() -> None:
    assert metrics_in('sum by (le) (rate(a_bucket{x="y"}[5m])) / time() > 0.5 or absent(b)') == {
        "a_bucket",
        "b",
    }


@pytest.mark.parametrize("expression", expressions())
def test_every_metric_that_is_asked_for_is_counted(expression: str) -> None:
    assert (named := metrics_in(expression))
    assert named - COUNTED - BY_PROMETHEUS == set()


def test_there_are_eleven_alerts_and_each_says_what_to_do() -> None:
    names = [rule["alert"] for rule in ALERTS]
    assert (len(names), len(set(names))) == (11, 11)
    sections = re.split(r"^### ", OPERATIONS, flags=re.M)
    explained = {section.split("\n", 1)[0]: section for section in sections}
    for rule in ALERTS:
        assert rule["annotations"]["runbook"] == f"docs/operations.md#{rule['alert'].lower()}"
        section = explained[rule["alert"]]
        assert f"*{rule['labels']['severity'].capitalize()}.*" in section
        assert re.search(r"^1\. ", section, re.M), f"{rule['alert']}: no first step"
    assert {name for name in explained if name.startswith("Oxo")} == set(names)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("promtool") is None, reason="apt-get install prometheus")
@pytest.mark.parametrize(
    "asked",
    [
        ("check", "config", "--lint=all", FOLDER / "prometheus.yml"),
        ("test", "rules", ROOT / "tests/config/alerts.yml"),
    ],
    ids=lambda asked: asked[0],
)
def test_alerts_fire_for_what_they_are_for_and_for_nothing_else(asked: tuple[Any, ...]) -> None:
    done = subprocess.run(["promtool", *asked], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_alert_is_tried_with_its_fault() -> None:
    tried = yaml.safe_load((ROOT / "tests/config/alerts.yml").read_text())["tests"]
    cases = [case for test in tried for case in test["alert_rule_test"]]
    fire = {case["alertname"] for case in cases if case["exp_alerts"]}
    quiet = {case["alertname"] for case in cases if not case["exp_alerts"]}
    assert fire == quiet == {rule["alert"] for rule in ALERTS}


def test_every_metric_of_ours_is_explained() -> None:
    named = set(re.findall(r"`(oxo_\w+)`", OPERATIONS))
    ours = {name for name in COUNTED if name.startswith("oxo_")}
    short = {re.sub(r"_(bucket|sum|count)$", "", name) for name in ours}
    assert named == {name for name in short if name != "oxo_batch"}


def test_panels_lie_side_by_side_and_ask_the_source_that_is_chosen() -> None:
    places = [panel["gridPos"] for panel in DASHBOARD["panels"]]
    assert len({(place["x"], place["y"]) for place in places}) == len(places)
    assert all(place["x"] + place["w"] <= 24 for place in places)
    assert {panel["datasource"]["uid"] for panel in DASHBOARD["panels"]} == {"${source}"}


def test_prometheus_asks_where_the_services_answer() -> None:
    told = yaml.safe_load((FOLDER / "prometheus.yml").read_text())["scrape_configs"]
    asked = {job["job_name"]: job["static_configs"][0]["targets"] for job in told}
    process = unit("oxo@.service")["Environment"].removeprefix("METRICS=")
    assert asked["oxo"] == [process.replace("%i", number) for number in "12"]
    sweep = (ROOT / "config/deploy/oxo-sweep.service").read_text()
    assert f"Environment=METRICS={asked['oxo-sweep'][0]}\n" in sweep
