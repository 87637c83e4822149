{{- /* SPDX-License-Identifier: Apache-2.0 */}}
{{- /* What selects the pods; of all installations the same, for there is one in a cluster. */}}
{{- define "slicegate.selector" -}}
app.kubernetes.io/name: slicegate
{{- end }}

{{- define "slicegate.labels" -}}
{{ include "slicegate.selector" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version | replace "+" "_" }}
{{- with .Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* The policy's spec: with auditOnly no rule refuses. The rules' names are those of the audit-only component. */}}
{{- define "slicegate.policy" -}}
{{- $spec := deepCopy .Values.policy }}
{{- if .Values.auditOnly }}
{{- $rules := get (get (.Files.Get "files/audit-only.yaml" | fromYaml) "spec") "rules" }}
{{- range $rule, $action := $spec.rules }}
{{- if ne $action "deny" }}{{ $_ := set $rules $rule $action }}{{ end }}
{{- end }}
{{- $_ := set $spec "rules" $rules }}
{{- range $namespace := $spec.namespaces }}
{{- range $rule, $action := $namespace.rules }}
{{- if eq $action "deny" }}{{ $_ := set $namespace.rules $rule "audit" }}{{ end }}
{{- end }}
{{- end }}
{{- end }}
{{- toYaml $spec }}
{{- end }}

{{- /* JSON lists of what the policy brings into the registrations. A key that is left out has the compiled-in value. */}}
{{- define "slicegate.label" -}}
{{- .Values.policy.label | default "slicegate.dev/gpu" }}
{{- end }}

{{- define "slicegate.reserved" -}}
{{- $found := dict }}
{{- range (hasKey .Values.policy "pools" | ternary .Values.policy.pools (list (dict "name" "dedicated" "reserved" true))) }}
{{- if .reserved }}
{{- range $key, $value := .nodeSelector | default (dict "slicegate.dev/pool" .name) }}
{{- $_ := set $found $key (append (get $found $key | default list) $value) }}
{{- end }}
{{- end }}
{{- end }}
{{- toJson $found }}
{{- end }}

{{- /* The registrations are those of manifests/base (files/ holds copies), with the names, keys and wishes of this release. */}}
{{- define "slicegate.registration" -}}
{{- $root := .root }}
{{- $text := .root.Files.Get (printf "files/%s" .file) | replace "slicegate-system" .root.Release.Namespace }}
{{- $registration := $text | fromYaml }}
{{- with get $registration "Error" }}{{ fail (printf "%s: %s" $.file .) }}{{ end }}
{{- if and .root.Values.furtherKinds (eq $registration.kind "ValidatingWebhookConfiguration") }}
{{- $further := .root.Files.Get "files/further-kinds.yaml" | replace "slicegate-system" .root.Release.Namespace | fromYamlArray | first }}
{{- $rules := list }}
{{- range .root.Values.furtherKinds }}
{{- $rules = append $rules (merge (dict "operations" (list "CREATE" "UPDATE") "scope" "Namespaced") .) }}
{{- end }}
{{- $_ := set $registration "webhooks" (append $registration.webhooks (set $further.value "rules" $rules)) }}
{{- end }}
{{- $selected := list }}
{{- $named := list }}
{{- range include "slicegate.reserved" .root | fromJson | keys | sortAlpha }}
{{- $selected = append $selected (printf "${1}nodeSelector[?'%s'].hasValue()" .) }}
{{- $named = append $named (printf "expression.key == '%s'" .) }}
{{- end }}
{{- /* The hash is that of the conditions as they are in the base. */}}
{{- if ne (printf "%s %s" (include "slicegate.label" .root) (include "slicegate.reserved" .root | fromJson | keys | join " ")) "slicegate.dev/gpu slicegate.dev/pool" }}
{{- with $registration.metadata.annotations }}{{ $_ := unset . "slicegate.dev/registration" }}{{ end }}
{{- end }}
{{- $_ := set $registration.metadata "labels" (include "slicegate.labels" .root | fromYaml) }}
{{- if eq .root.Values.certificate.source "certManager" }}
{{- $injected := dict "cert-manager.io/inject-ca-from" (printf "%s/slicegate-tls" .root.Release.Namespace) }}
{{- $_ := set $registration.metadata "annotations" (merge $injected (get $registration.metadata "annotations" | default dict)) }}
{{- end }}
{{- range $hook := $registration.webhooks }}
{{- if eq $hook.failurePolicy "Fail" }}
{{- $_ := set $hook "failurePolicy" ($root.Values.auditOnly | ternary "Ignore" $root.Values.failurePolicy) }}
{{- end }}
{{- $_ := set $hook "timeoutSeconds" ($root.Values.timeoutSeconds | int) }}
{{- with $.caBundle }}
{{- $_ := set $hook.clientConfig "caBundle" . }}
{{- end }}
{{- range $condition := $hook.matchConditions }}
{{- $cel := $condition.expression }}
{{- $cel = regexReplaceAll "([a-zA-Z.?]*[.]?[?])nodeSelector\\[[?]'slicegate[.]dev/pool'\\][.]hasValue\\(\\)" $cel ($selected | join " || " | default "false") }}
{{- $cel = $cel | replace "expression.key == 'slicegate.dev/pool'" ($named | join " || " | default "false") }}
{{- $_ := set $condition "expression" ($cel | replace "'slicegate.dev/gpu'" (printf "'%s'" (include "slicegate.label" $root))) }}
{{- end }}
{{- end }}
{{- toYaml $registration }}
{{- end }}

{{- /* The Secret of the source `generated`, as YAML: the one that is there, or a new one that trusts its CA too. */}}
{{- define "slicegate.certificate" -}}
{{- $there := lookup "v1" "Secret" .Release.Namespace "slicegate-tls" | default dict }}
{{- $data := get $there "data" | default dict }}
{{- $annotations := dig "metadata" "annotations" dict $there }}
{{- $made := get $annotations "slicegate.dev/made" | default "0" | int64 }}
{{- $asked := ne (get $annotations "slicegate.dev/renewal" | default "0" | int) (int .Values.certificate.renewal) }}
{{- $days := .Values.certificate.days | int64 }}
{{- $age := sub (now | unixEpoch | int64) $made }}
{{- $old := gt $age (div (mul $days 86400 2) 3) }}
{{- if and (hasKey $data "ca.crt") (hasKey $data "tls.key") (not $old) (not $asked) }}
{{- toYaml (dict "made" ($made | toString) "data" (pick $data "ca.crt" "tls.crt" "tls.key")) }}
{{- else }}
{{- $name := printf "slicegate.%s.svc" .Release.Namespace }}
{{- $ca := genCAWithKey "slicegate CA" 3650 (genPrivateKey "ecdsa") }}
{{- $pair := genSignedCertWithKey $name nil (list $name) ($days | int) $ca (genPrivateKey "ecdsa") }}
{{- $previous := get $data "ca.crt" | default "" | b64dec }}
{{- /* Of a bundle of two the newer one, which comes first: those that it signed are all that can still be served. */}}
{{- $end := "-----END CERTIFICATE-----" }}
{{- if $previous }}{{ $previous = printf "%s%s\n" (splitList $end $previous | first) $end }}{{ end }}
{{- $fresh := dict "ca.crt" (printf "%s%s" $ca.Cert $previous | b64enc) "tls.crt" (b64enc $pair.Cert) "tls.key" (b64enc $pair.Key) }}
{{- toYaml (dict "made" (now | unixEpoch | toString) "data" $fresh) }}
{{- end }}
{{- end }}
