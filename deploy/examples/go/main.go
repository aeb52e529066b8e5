package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
)

func main() {
	provider, err := oidc.NewProvider(context.Background(), os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: os.Getenv("AUDIENCE")})
	http.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		assertion, err := verifier.Verify(r.Context(), r.Header.Get("X-Gatehouse-Assertion"))
		if err != nil {
			http.Error(w, "not signed in", http.StatusUnauthorized)
			return
		}
		visitor := struct{ Email string }{}
		_ = assertion.Claims(&visitor)
		_ = json.NewEncoder(w).Encode(map[string]string{"uid": assertion.Subject, "email": visitor.Email})
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
