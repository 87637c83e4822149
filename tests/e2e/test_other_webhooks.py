# SPDX-License-Identifier: Apache-2.0
"""A later mutating webhook does not get a pod past the validator."""

import pytest

import pods
from meddler import Meddler


@pytest.fixture(scope="module")
def meddler(cluster, tmp_path_factory):
    meddler = Meddler(cluster, tmp_path_factory.mktemp("meddler"))
    yield meddler
    meddler.close()


@pytest.fixture
def meddle(meddler, team):
    """Registers the meddler for the test's own namespace."""
    yield lambda path, reinvocation="IfNeeded": meddler.register(team.namespace, path, reinvocation)
    meddler.unregister()


def test_a_gpu_added_to_a_pod_without_one_is_refused_for_the_missing_label(team, meddle):
    """The mutator was not called in the first round and is not in the second: dedicated pods would not repel this one."""
    meddle("/add-gpu")
    text = team.refusal(pods.pod("innocent"))
    assert '"validate.slicegate.dev" denied the request' in text and "[access-required]" in text


def test_a_second_gpu_added_later_is_refused(team, meddle):
    meddle("/add-gpu")
    assert "[single-slice]" in team.refusal(pods.gpu_pod("trainer"))


def test_a_label_dropped_each_time_is_refused(team, meddle):
    meddle("/drop-label")
    text = team.refusal(pods.gpu_pod("tenant"))
    assert '"validate.slicegate.dev" denied the request' in text and "[access-required]" in text


def test_a_label_dropped_once_is_written_again(team, meddle):
    meddle("/drop-label", "Never")
    team.must_apply(pods.gpu_pod("tenant"))
    assert team.get("pod", "tenant")["metadata"]["labels"] == {pods.label: "share"}


def test_a_dedicated_pod_that_loses_its_term_each_time_is_refused(team, meddle):
    meddle("/drop-affinity")
    assert "[dedicated-placement]" in team.refusal(pods.gpu_pod("trainer", "dedicate"))


def test_a_shared_pod_that_loses_its_keep_off_term_each_time_is_refused(team, meddle):
    meddle("/drop-affinity")
    assert "[shared-placement]" in team.refusal(pods.gpu_pod("tenant"))
