// Reads Kubernetes objects as YAML from standard input and decodes each strictly into the type of its kind: a field that the
// type does not have, or has with another type, is an error. Prints the kinds that it read, one a line.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	yamlreader "k8s.io/apimachinery/pkg/util/yaml"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
	gatewayv1beta1 "sigs.k8s.io/gateway-api/apis/v1beta1"
	"sigs.k8s.io/yaml"
)

// Service of Cloud Run's manifests (https://github.com/knative/specs/blob/main/specs/serving/knative-api-specification-1.0.md),
// with the fields of Kubernetes that its containers take.
type knativeService struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              struct {
		Template struct {
			metav1.ObjectMeta `json:"metadata"`
			Spec              struct {
				corev1.PodSpec       `json:",inline"`
				ContainerConcurrency int64 `json:"containerConcurrency"`
				TimeoutSeconds       int64 `json:"timeoutSeconds"`
			} `json:"spec"`
		} `json:"template"`
	} `json:"spec"`
}

func newObject(meta metav1.TypeMeta) any {
	switch meta.APIVersion + " " + meta.Kind {
	case "v1 ConfigMap":
		return &corev1.ConfigMap{}
	case "v1 Pod":
		return &corev1.Pod{}
	case "v1 Service":
		return &corev1.Service{}
	case "v1 ServiceAccount":
		return &corev1.ServiceAccount{}
	case "apps/v1 Deployment":
		return &appsv1.Deployment{}
	case "autoscaling/v2 HorizontalPodAutoscaler":
		return &autoscalingv2.HorizontalPodAutoscaler{}
	case "policy/v1 PodDisruptionBudget":
		return &policyv1.PodDisruptionBudget{}
	case "networking.k8s.io/v1 Ingress":
		return &networkingv1.Ingress{}
	case "networking.k8s.io/v1 NetworkPolicy":
		return &networkingv1.NetworkPolicy{}
	case "gateway.networking.k8s.io/v1 HTTPRoute":
		return &gatewayv1.HTTPRoute{}
	case "gateway.networking.k8s.io/v1beta1 ReferenceGrant":
		return &gatewayv1beta1.ReferenceGrant{}
	case "monitoring.coreos.com/v1 ServiceMonitor":
		return &monitoringv1.ServiceMonitor{}
	case "monitoring.coreos.com/v1 PrometheusRule":
		return &monitoringv1.PrometheusRule{}
	case "serving.knative.dev/v1 Service":
		return &knativeService{}
	}
	return nil
}

func decode(document []byte) error {
	var meta metav1.TypeMeta
	if err := yaml.Unmarshal(document, &meta); err != nil {
		return err
	}
	object := newObject(meta)
	if object == nil {
		return fmt.Errorf("%s %s: unknown kind", meta.APIVersion, meta.Kind)
	}
	if err := yaml.UnmarshalStrict(document, object); err != nil {
		return fmt.Errorf("%s: %w", meta.Kind, err)
	}
	fmt.Println(meta.Kind)
	return nil
}

func run() error {
	documents := yamlreader.NewYAMLReader(bufio.NewReader(os.Stdin))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := decode(document); err != nil {
			return err
		}
	}
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
