import type { ResourceServer } from "./resource-server.ts";

/** RFC 9068 §4 around a handler of net/http; refusals as RFC 6750 §3 has them. */
export const protectGo = ({
  issuer,
  audience,
  algorithm,
  tokenType,
  permission,
}: ResourceServer): string => `package main

import (
	"cmp"
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/MicahParks/keyfunc/v3" // go get github.com/MicahParks/keyfunc/v3
	"github.com/golang-jwt/jwt/v5"     // go get github.com/golang-jwt/jwt/v5
)

type handler = func(w http.ResponseWriter, r *http.Request, caller jwt.MapClaims)

// requireScope calls next for requests with a valid access token that includes the scope.
func requireScope(keys keyfunc.Keyfunc, scope string, next handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		scheme, text, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if !strings.EqualFold(scheme, "Bearer") {
			refuse(w, http.StatusUnauthorized, "Bearer")
			return
		}
		claims := jwt.MapClaims{}
		${tokenType === "JWT" ? "_" : "token"}, err := jwt.ParseWithClaims(text, claims, keys.KeyfuncCtx(r.Context()),
			jwt.WithValidMethods([]string{"${algorithm}"}),
			jwt.WithIssuer("${issuer}"),
			jwt.WithAudience("${audience}"),
			jwt.WithExpirationRequired(),
			jwt.WithLeeway(5*time.Second),
		)
${tokenType === "JWT" ? GO_CLIENT : GO_TYPE}			refuse(w, http.StatusUnauthorized, \`Bearer error="invalid_token"\`)
			return
		}
		granted, _ := claims["scope"].(string)
		if !slices.Contains(strings.Fields(granted), scope) {
			refuse(w, http.StatusForbidden, \`Bearer error="insufficient_scope", scope="\`+scope+\`"\`)
			return
		}
		next(w, r, claims)
	}
}

func refuse(w http.ResponseWriter, status int, challenge string) {
	w.Header().Set("WWW-Authenticate", challenge)
	w.WriteHeader(status)
}

func read(w http.ResponseWriter, _ *http.Request, caller jwt.MapClaims) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"caller": caller["sub"]})
}

func main() {
	// A withdrawn key counts for five minutes at most, and no request waits long for an unknown one.
	times := keyfunc.Override{RefreshInterval: 5 * time.Minute, RateLimitWaitMax: time.Second}
	keys, err := keyfunc.NewDefaultOverrideCtx(context.Background(), []string{"${issuer}/oidc/jwks"}, times)
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("GET /{$}", requireScope(keys, "${permission}", read))
	log.Fatal(http.ListenAndServe(":"+cmp.Or(os.Getenv("PORT"), "3000"), nil))
}`;

const GO_TYPE = `		if err != nil || token.Header["typ"] != "at+jwt" {
`;
const GO_CLIENT = `		if _, ok := claims["client_id"].(string); err != nil || !ok { // an ID token has no client_id
`;
