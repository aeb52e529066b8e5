{{- define "gatehouse.name" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end }}

{{- define "gatehouse.selector" -}}
app.kubernetes.io/name: gatehouse
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- /* Of `root` (the context of the chart) and, if any, `labels` of one object. */ -}}
{{- define "gatehouse.labels" -}}
{{ include "gatehouse.selector" .root }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- with merge dict (.labels | default dict) .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* Of `root` and, if any, the `suffix` of the name and `labels` and `annotations` of one object. */ -}}
{{- define "gatehouse.metadata" -}}
name: {{ include "gatehouse.name" .root }}{{ .suffix | default "" }}
labels: {{- include "gatehouse.labels" . | nindent 2 }}
{{- with merge dict (.annotations | default dict) .root.Values.commonAnnotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* Those of the fields that are not empty. 0 and false are values. */ -}}
{{- define "gatehouse.fields" -}}
{{- $set := dict -}}
{{- range $name, $value := . -}}
{{- if not (has (toJson $value) (list "null" "\"\"" "{}" "[]")) }}{{ $_ := set $set $name $value }}{{ end -}}
{{- end -}}
{{- with $set }}{{ toYaml . }}{{ end -}}
{{- end }}

{{- define "gatehouse.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "gatehouse.serviceAccountName" -}}
{{- $account := .Values.serviceAccount -}}
{{- $account.name | default .Values.serviceAccountName | default (ternary (include "gatehouse.name" .) "" $account.create) -}}
{{- end }}

{{- /*
The listeners of the configuration by the names of their ports, each with its `key`, `host` and `port`. Without a host, a
listener is at every IPv4 address of the pod; an address that is not reachable from outside is refused.
*/ -}}
{{- define "gatehouse.listeners" -}}
{{- $config := .Values.config -}}
{{- $auth := $config.forwardAuth | default dict -}}
{{- $listeners := dict
  "http" (dict "key" "listen" "port" 8080 "section" ($config.listen | default dict))
  "management" (dict "key" "management" "port" 9464 "section" ($config.management | default dict))
-}}
{{- range $name, $key := dict "http-auth" "listen" "grpc-auth" "grpc" -}}
{{- if and $auth.enabled (kindIs "map" (get $auth $key)) -}}
{{- $_ := set $listeners $name (dict "key" (printf "forwardAuth.%s" $key) "port" 8081 "section" (get $auth $key)) -}}
{{- end -}}
{{- end -}}
{{- range $name, $listener := $listeners -}}
{{- $section := $listener.section -}}
{{- $host := $section.host | default "0.0.0.0" -}}
{{- $port := int (dig "port" $listener.port $section) -}}
{{- if regexMatch `^(localhost|127\.|\[?::1\]?$|\[?::ffff:127\.)` $host -}}
{{- fail (printf "config.%s.host: %s cannot be reached from outside the pod. Remove it: the default of this chart is 0.0.0.0" $listener.key $host) -}}
{{- end -}}
{{- if not $port -}}
{{- fail (printf "config.%s.port: a port that is chosen at startup cannot be a port of the Service" $listener.key) -}}
{{- end -}}
{{- if or $section.unix $section.fd -}}
{{- fail (printf "config.%s: the Service reaches neither a Unix socket (unix) nor a file descriptor (fd)" $listener.key) -}}
{{- end }}
{{ $name }}: { key: {{ $listener.key }}, host: {{ $host | quote }}, port: {{ $port }} }
{{- end }}
{{- end }}

{{- /* The hosts that the gateway serves: that of publicUrl, without a port, and those of the applications behind it. */ -}}
{{- define "gatehouse.hosts" -}}
{{- $hosts := list (get (urlParse .Values.config.publicUrl) "hostname") -}}
{{- range .Values.config.applications -}}
{{- if and .host .upstream }}{{ $hosts = append $hosts .host }}{{ end -}}
{{- end -}}
{{- toYaml (uniq $hosts) -}}
{{- end }}

{{- /* The ports of the servers in `config.store.url`, and with sentinels that of the servers behind them. None for a socket. */ -}}
{{- define "gatehouse.storePorts" -}}
{{- $url := dig "url" "" (.Values.config.store | default dict) | default "redis://store" -}}
{{- $isSentinel := regexMatch `^rediss?\+sentinel:` $url -}}
{{- $ports := ternary (list 6379) list $isSentinel -}}
{{- if not (hasPrefix "unix:" $url) -}}
{{- range regexReplaceAll `^[^:]*://([^@]*@)?|/.*$` $url "" | splitList "," -}}
{{- $ports = append $ports (regexFind `:\d+$` . | trimPrefix ":" | default (ternary "26379" "6379" $isSentinel) | int) -}}
{{- end -}}
{{- end -}}
{{- toYaml (uniq $ports) -}}
{{- end }}

{{- /* What needs new pods: the keys that are read at startup, or everything if changes are not watched. */ -}}
{{- define "gatehouse.checksum" -}}
{{- $config := .Values.config -}}
{{- if dig "reload" "watch" true $config -}}
{{- $auth := pick ($config.forwardAuth | default dict) "enabled" "listen" "grpc" -}}
{{- $config = set (pick $config "listen" "management" "metrics" "store" "workers") "forwardAuth" $auth -}}
{{- end -}}
{{- toYaml $config | sha256sum -}}
{{- end }}

{{- /* Longer than the shutdown takes at most. */ -}}
{{- define "gatehouse.terminationSeconds" -}}
{{ add (dig "shutdown" "drainSeconds" 0 .Values.config) (dig "shutdown" "graceSeconds" 30 .Values.config) 10 }}
{{- end }}
