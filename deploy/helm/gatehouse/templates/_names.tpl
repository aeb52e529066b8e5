{{- define "gatehouse.name" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end }}

{{- define "gatehouse.selector" -}}
app.kubernetes.io/name: gatehouse
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "gatehouse.labels" -}}
{{ include "gatehouse.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "gatehouse.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "gatehouse.port" -}}
{{ dig "listen" "port" 8080 .Values.config | int }}
{{- end }}

{{- define "gatehouse.managementPort" -}}
{{ dig "management" "port" 9464 .Values.config | int }}
{{- end }}

{{- /* The host of publicUrl, without a port. */ -}}
{{- define "gatehouse.host" -}}
{{ get (urlParse .Values.config.publicUrl) "hostname" }}
{{- end }}

{{- /* Longer than the shutdown takes at most. */ -}}
{{- define "gatehouse.terminationSeconds" -}}
{{ add (dig "shutdown" "drainSeconds" 0 .Values.config) (dig "shutdown" "graceSeconds" 30 .Values.config) 10 }}
{{- end }}
