// SPDX-License-Identifier: Apache-2.0

// The webhook that one writes in Go instead of taking slicegate: controller-runtime's admission server with a typed
// Pod. Its policy is slicegate's in small: one slice a pod, a label to get GPUs, and the placement of a dedicated pod.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

type handler struct {
	decoder admission.Decoder
	mutates bool
}

func (h handler) Handle(_ context.Context, request admission.Request) admission.Response {
	pod := &corev1.Pod{}
	if err := h.decoder.Decode(request, pod); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if message := violation(pod); message != "" {
		return admission.Denied(message)
	}
	if !h.mutates {
		return admission.Allowed("")
	}
	place(pod)
	after, err := json.Marshal(pod)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.PatchResponseFromRaw(request.Object.Raw, after)
}

func run(host, port, folder string) error {
	log.SetLogger(zap.New())
	scheme := runtime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		return err
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return err
	}
	server := webhook.NewServer(webhook.Options{Host: host, Port: number, CertDir: folder})
	decoder := admission.NewDecoder(scheme)
	server.Register("/validate", &webhook.Admission{Handler: handler{decoder: decoder}})
	server.Register("/mutate", &webhook.Admission{Handler: handler{decoder: decoder, mutates: true}})
	server.Register("/healthz", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	return server.Start(context.Background())
}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintf(os.Stderr, "usage: %s HOST PORT FOLDER (with tls.crt and tls.key)\n", filepath.Base(os.Args[0]))
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
