{{/* The name of all resources in a release. */}}
{{- define "keyhold.name" -}}
{{- if contains "keyhold" .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-keyhold" .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* The labels that select a release's pods. */}}
{{- define "keyhold.selector" -}}
app.kubernetes.io/name: keyhold
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "keyhold.labels" -}}
{{ include "keyhold.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}
