"""The manifests of config/deploy/kubernetes, by Kubernetes' schemas and by the site's settings.

No cluster takes part: what one makes of them is not tested.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.serve import GRACE
from config.urls import urlpatterns
from tests.config.test_shipped import _home
from tests.deploy.shipped import DEPLOY
from tests.test_documents import variables

FOLDER = DEPLOY / "kubernetes"
OBJECTS: dict[str, dict[str, Any]] = {
    f"{one['kind']} {one['metadata'].get('name', path.stem)}": one
    for path in sorted(FOLDER.glob("*.yaml"))
    for one in yaml.safe_load_all(path.read_text())
}
PODS = {
    name: one["spec"]["template"]
    for name, one in OBJECTS.items()
    if one["kind"] in ("Deployment", "Job")
}
each_pod = pytest.mark.parametrize("name", PODS)


def containers() -> Iterator[dict[str, Any]]:
    for pod in PODS.values():
        yield from pod["spec"]["containers"]


@pytest.fixture(scope="module")
def kubernetes_validate() -> Any:
    """The package, which takes seconds to import."""
    return pytest.importorskip("kubernetes_validate")


@pytest.mark.long
@pytest.mark.parametrize("version", ["1.31", "1.37"])
@pytest.mark.parametrize("name", OBJECTS)
def test_an_object_is_as_kubernetes_wants_it(
    kubernetes_validate: Any, name: str, version: str
) -> None:
    kubernetes_validate.validate(OBJECTS[name], version, strict=True)


def test_all_kinds_are_there() -> None:
    assert sorted(OBJECTS) == [
        "ConfigMap nginx-config",
        "ConfigMap oxo",
        "Deployment oxo",
        "Deployment oxo-sweep",
        "Ingress oxo",
        "Job migrate",
        "PersistentVolumeClaim oxo-var",
        "PodDisruptionBudget oxo",
        "Service oxo",
    ]


@pytest.mark.long
def test_a_misspelled_field_is_noticed(kubernetes_validate: Any) -> None:
    wrong = {**OBJECTS["Service oxo"], "spec": {"selectors": {}}}
    with pytest.raises(kubernetes_validate.ValidationError, match="selectors"):
        kubernetes_validate.validate(wrong, "1.37", strict=True)


def test_service_budget_and_deployment_mean_the_same_pods() -> None:
    server = OBJECTS["Deployment oxo"]["spec"]
    labels = server["template"]["metadata"]["labels"]
    assert labels == server["selector"]["matchLabels"]
    assert labels == OBJECTS["Service oxo"]["spec"]["selector"]
    assert labels == OBJECTS["PodDisruptionBudget oxo"]["spec"]["selector"]["matchLabels"]
    assert OBJECTS["PodDisruptionBudget oxo"]["spec"]["maxUnavailable"] < server["replicas"]
    sweep = OBJECTS["Deployment oxo-sweep"]["spec"]
    assert labels != sweep["template"]["metadata"]["labels"] == sweep["selector"]["matchLabels"]
    assert sweep["replicas"] == 1


def test_the_ingress_leads_to_the_servers() -> None:
    ingress, service = OBJECTS["Ingress oxo"], OBJECTS["Service oxo"]
    (rule,) = ingress["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    assert path["backend"]["service"]["name"] == service["metadata"]["name"]
    (port,) = service["spec"]["ports"]
    assert path["backend"]["service"]["port"] == {"name": port["name"]}
    (container,) = PODS["Deployment oxo"]["spec"]["containers"]
    assert port["targetPort"] in [one["name"] for one in container["ports"]]
    assert rule["host"] == OBJECTS["ConfigMap oxo"]["data"]["ALLOWED_HOSTS"]
    assert ingress["metadata"]["annotations"]["nginx.org/websocket-services"] == "oxo"


def test_a_game_has_the_home_that_nginx_gives_it() -> None:
    told = OBJECTS["ConfigMap nginx-config"]["data"]["http-snippets"]
    nginx = (DEPLOY / "nginx-oxo.conf").read_text()
    assert told.split("{", 1)[0] in nginx
    homes = nginx.partition("map $uri $oxo_home {")[2].partition("}\n")[0]
    assert [line.partition("  #")[0].strip() for line in homes.splitlines()[1:]] == [
        line.strip() for line in told.splitlines()[1:4]
    ]
    assert _home().pattern.replace("?P<", "?<") in told
    annotations = OBJECTS["Ingress oxo"]["metadata"]["annotations"]
    assert annotations["nginx.org/lb-method"] == "hash $oxo_home consistent"
    assert f"client_max_body_size {annotations['nginx.org/client-max-body-size']};" in nginx


def test_every_setting_is_one_of_the_sites() -> None:
    assert set(OBJECTS["ConfigMap oxo"]["data"]) <= variables()


def test_no_secret_is_in_the_files() -> None:
    named = {entry["name"] for one in containers() for entry in one.get("env", ())}
    assert named == {"PGOPTIONS"}
    assert not {"SECRET_KEY", "DATABASE_URL", "REDIS_URL", "EMAIL_URL"} & set(
        OBJECTS["ConfigMap oxo"]["data"]
    )
    for one in containers():
        assert one["envFrom"] == [
            {"configMapRef": {"name": "oxo"}},
            {"secretRef": {"name": "oxo"}},
        ]


def test_probes_ask_what_the_site_answers() -> None:
    (server,) = PODS["Deployment oxo"]["spec"]["containers"]
    asked = {
        kind: server[f"{kind}Probe"]["httpGet"] for kind in ("startup", "liveness", "readiness")
    }
    assert {kind: one["path"] for kind, one in asked.items()} == {
        "startup": "/healthz",
        "liveness": "/healthz",
        "readiness": "/readyz",
    }
    assert {"healthz", "readyz"} <= {str(one.pattern) for one in urlpatterns}
    host = OBJECTS["ConfigMap oxo"]["data"]["ALLOWED_HOSTS"]
    for one in asked.values():
        assert one["httpHeaders"] == [{"name": "Host", "value": host}]


def test_a_server_has_time_to_finish() -> None:
    pod = PODS["Deployment oxo"]["spec"]
    (server,) = pod["containers"]
    away = server["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert pod["terminationGracePeriodSeconds"] > away + GRACE


@each_pod
def test_a_pod_runs_as_somebody_without_rights_and_writes_to_its_volumes_alone(name: str) -> None:
    spec = PODS[name]["spec"]
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["securityContext"]["runAsUser"] == 10001
    assert f"USER {10001}:" in (DEPLOY / "container/Dockerfile").read_text()
    assert spec["automountServiceAccountToken"] is False
    (only,) = spec["containers"]
    assert only["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert {one["mountPath"] for one in only["volumeMounts"]} == {"/var/lib/oxo", "/tmp"}
    assert {one["name"] for one in only["volumeMounts"]} == {one["name"] for one in spec["volumes"]}


def test_all_pods_run_one_release() -> None:
    assert len({one["image"] for one in containers()}) == 1


def test_every_file_is_in_the_readme() -> None:
    readme = (FOLDER / "README.md").read_text()
    assert [path.name for path in Path(FOLDER).glob("*.yaml") if path.name not in readme] == []
