// An application that signs visitors in by zitadel/oidc. Prints a line for each step, and reads the address at which the visitor arrived.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"log"
	"net/url"
	"os"

	"github.com/zitadel/oidc/v3/pkg/client/rp"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"golang.org/x/oauth2"
)

func main() {
	ctx := context.Background()
	scopes := []string{oidc.ScopeOpenID, oidc.ScopeEmail, oidc.ScopeOfflineAccess}
	provider, err := rp.NewRelyingPartyOIDC(ctx, os.Getenv("ISSUER"), os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"),
		os.Getenv("REDIRECT_URI"), scopes, rp.WithSigningAlgsFromDiscovery())
	check(err)
	verifier, state := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
	say("open", "url", rp.AuthURL(state, provider, rp.WithCodeChallenge(oauth2.S256ChallengeFromVerifier(verifier))))

	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	check(err)
	arrived, err := url.Parse(line[:len(line)-1])
	check(err)
	tokens, err := rp.CodeExchange[*oidc.IDTokenClaims](ctx, arrived.Query().Get("code"), provider, rp.WithCodeVerifier(verifier))
	check(err)
	say("signed-in", "claims", claimsOf(ctx, provider, tokens))
	tokens, err = rp.RefreshTokens[*oidc.IDTokenClaims](ctx, provider, tokens.RefreshToken, "", "")
	check(err)
	say("refreshed", "claims", claimsOf(ctx, provider, tokens))
}

func claimsOf(ctx context.Context, provider rp.RelyingParty, tokens *oidc.Tokens[*oidc.IDTokenClaims]) any {
	info, err := rp.Userinfo[*oidc.UserInfo](ctx, tokens.AccessToken, tokens.TokenType, tokens.IDTokenClaims.Subject, provider)
	check(err)
	return map[string]any{"sub": info.Subject, "email": info.Email}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func say(kind, name string, value any) {
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{"kind": kind, name: value}))
}
