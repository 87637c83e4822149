#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Does the scheduler keep what slicegate promises? Two dedicated pods of two namespaces; the second may go nowhere but to the
# node of the first. It has to wait, and the scheduler has to say that it is for the anti-affinity.
# usage: self-test.sh [SCHEDULER]        exit status: 0 kept, 1 broken, 2 cannot tell (no free node in the dedicated pool, say)
set -u
scheduler=${1:-default-scheduler}
resource=${RESOURCE:-nvidia.com/gpu} # what a GPU pod of this cluster asks for
image=${IMAGE:-busybox}              # never needs to start
patience=${PATIENCE:-60}             # seconds
one=slicegate-self-test-$$-a
two=slicegate-self-test-$$-b

finish() {
    kubectl delete namespace "$one" "$two" --wait=false --ignore-not-found >/dev/null 2>&1
    printf '%s\n' "$2"
    exit "$1"
}
trap 'finish 2 "cannot tell: interrupted"' INT TERM

pod() { # NAMESPACE SELECTOR
    kubectl create namespace "$1" >/dev/null || finish 2 "cannot tell: no namespace $1"
    until kubectl -n "$1" get serviceaccount default >/dev/null 2>&1; do
        patience=$((patience - 1))
        [ $patience -gt 0 ] || finish 2 "cannot tell: namespace $1 gets no service account"
        sleep 1
    done
    kubectl create -f - >/dev/null <<END || finish 2 "cannot tell: the pod of $1 was not admitted"
apiVersion: v1
kind: Pod
metadata: {name: alone, namespace: $1, labels: {slicegate.dev/gpu: dedicate}}
spec:
  schedulerName: $scheduler
  terminationGracePeriodSeconds: 0
  nodeSelector: {$2}
  containers: [{name: main, image: $image, command: [sleep, "600"], resources: {limits: {$resource: 1}}}]
END
}

node_of() { kubectl -n "$1" get pod alone -o 'jsonpath={.spec.nodeName}'; }

why_not() { kubectl -n "$1" get pod alone -o 'jsonpath={.status.conditions[?(@.type=="PodScheduled")].message}'; }

pod "$one" ""
until node=$(node_of "$one") && [ -n "$node" ]; do
    patience=$((patience - 1))
    [ $patience -gt 0 ] || finish 2 "cannot tell: the first pod waits: $(why_not "$one")"
    sleep 1
done
pod "$two" "kubernetes.io/hostname: $(kubectl get node "$node" -o 'jsonpath={.metadata.labels.kubernetes\.io/hostname}')"
until [ -n "$(node_of "$two")" ] || [ -n "$(why_not "$two")" ]; do
    patience=$((patience - 1))
    [ $patience -gt 0 ] || finish 2 "cannot tell: $scheduler says nothing about the second pod"
    sleep 1
done
[ -z "$(node_of "$two")" ] || finish 1 "BROKEN: $scheduler put two dedicated pods on $node"
case $(why_not "$two") in
*anti-affinity*) finish 0 "kept: $node holds one dedicated pod; of the second $scheduler says: $(why_not "$two")" ;;
*) finish 2 "cannot tell: the second pod waits for another reason: $(why_not "$two")" ;;
esac
