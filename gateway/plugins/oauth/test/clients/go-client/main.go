// An application that signs visitors in by OpenID Connect, as go-oidc and oauth2 document it. Prints a line for each step:
// the address to open, the claims of the ID token, those of the one after a refresh, and the claims of the userinfo endpoint.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

func main() {
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, os.Getenv("ISSUER"))
	check(err)
	address := "127.0.0.1:" + os.Getenv("PORT")
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  "http://" + address + "/callback",
		Scopes:       []string{oidc.ScopeOpenID, oidc.ScopeOfflineAccess, "email", "profile"},
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: config.ClientID, SupportedSigningAlgs: []string{"ES256"}})
	secret, state, nonce := oauth2.GenerateVerifier(), oauth2.GenerateVerifier(), oauth2.GenerateVerifier()

	codes := make(chan string, 1)
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("state") != state {
			http.Error(w, "state of another request", http.StatusBadRequest)
			return
		}
		codes <- r.FormValue("code")
		fmt.Fprint(w, "Return to the client.")
	})
	go func() { check(http.ListenAndServe(address, nil)) }()
	say("open", config.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(secret)))

	token, err := config.Exchange(ctx, <-codes, oauth2.VerifierOption(secret))
	check(err)
	idToken, err := verifier.Verify(ctx, token.Extra("id_token").(string))
	check(err)
	if idToken.Nonce != nonce {
		log.Fatal("nonce of another request")
	}
	sayClaims("signed-in", idToken.Claims)

	token.Expiry = time.Now().Add(-time.Minute)
	refreshed, err := config.TokenSource(ctx, token).Token()
	check(err)
	idToken, err = verifier.Verify(ctx, refreshed.Extra("id_token").(string))
	check(err)
	sayClaims("refreshed", idToken.Claims)

	userInfo, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(refreshed))
	check(err)
	sayClaims("userinfo", userInfo.Claims)

	// The first refresh token has been used, a moment ago.
	_, err = config.TokenSource(ctx, token).Token()
	say("replayed", fmt.Sprint(err))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func sayClaims(kind string, read func(any) error) {
	var claims map[string]any
	check(read(&claims))
	say(kind, claims)
}

func say(kind string, value any) {
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{"kind": kind, "value": value}))
}
