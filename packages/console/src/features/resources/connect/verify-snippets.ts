import type { Snippet } from "../../../ui/display/snippet.ts";
import type { ResourceServer } from "./resource-server.ts";

/** RFC 9068 §4, as a resource server applies it: signature, type, issuer, audience, time, then the scope. */
export const verifySnippets = (server: ResourceServer): readonly Snippet[] => [
  { language: "Node", code: nodeOf(server) },
  { language: "Python", code: pythonOf(server) },
  { language: "Go", code: goOf(server) },
];

/** RFC 7662: an application that serves the resource calls introspection. */
export const introspectSnippet = ({ issuer }: ResourceServer): string =>
  [
    `curl ${issuer}/oidc/introspect \\`,
    '  -u "$CLIENT_ID:$CLIENT_SECRET" \\',
    '  --data-urlencode "token=$ACCESS_TOKEN"',
  ].join("\n");

const nodeOf = ({
  issuer,
  audience,
  algorithm,
  tokenType,
  permission,
}: ResourceServer): string => `// Save as verify.mjs, then: npm install jose && node verify.mjs
import { createRemoteJWKSet, jwtVerify } from "jose";

const keys = createRemoteJWKSet(new URL("${issuer}/oidc/jwks"));

/** Throws if the token is not valid or does not include the permission. */
export async function requirePermission(token, permission) {
  const { payload } = await jwtVerify(token, keys, {
    issuer: "${issuer}",
    audience: "${audience}",
    algorithms: ["${algorithm}"],
    ${tokenType === "JWT" ? 'requiredClaims: ["exp", "client_id"], // an ID token has no client_id' : 'typ: "at+jwt",\n    requiredClaims: ["exp"],'}
  });
  if (!payload.scope.split(" ").includes(permission)) throw new Error("insufficient_scope");
  return payload;
}

const caller = await requirePermission(process.env.ACCESS_TOKEN, "${permission}");
console.log(caller.sub);`;

const pythonOf = ({
  issuer,
  audience,
  algorithm,
  tokenType,
  permission,
}: ResourceServer): string => `# pip install "pyjwt[crypto]"
import os

import jwt

keys = jwt.PyJWKClient("${issuer}/oidc/jwks")


def require_permission(token, permission):
    """Raises if the token is not valid or does not include the permission."""${tokenType === "JWT" ? "" : PYTHON_TYPE}
    claims = jwt.decode(
        token,
        keys.get_signing_key_from_jwt(token).key,
        algorithms=["${algorithm}"],
        issuer="${issuer}",
        audience="${audience}",
        options={"require": ["exp"${tokenType === "JWT" ? ', "client_id"' : ""}]},${tokenType === "JWT" ? "  # an ID token has no client_id" : ""}
    )
    if permission not in claims["scope"].split():
        raise PermissionError("insufficient_scope")
    return claims


print(require_permission(os.environ["ACCESS_TOKEN"], "${permission}")["sub"])`;

const PYTHON_TYPE = `
    if jwt.get_unverified_header(token).get("typ") != "at+jwt":
        raise PermissionError("not an access token")`;

const goOf = ({ issuer, audience, algorithm, tokenType, permission }: ResourceServer): string => `package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/MicahParks/keyfunc/v3" // go get github.com/MicahParks/keyfunc/v3
	"github.com/golang-jwt/jwt/v5"     // go get github.com/golang-jwt/jwt/v5
)

// requirePermission fails if the token is not valid or does not include the permission.
func requirePermission(keys keyfunc.Keyfunc, text, permission string) (jwt.MapClaims, error) {
	claims := jwt.MapClaims{}
	${tokenType === "JWT" ? "_" : "token"}, err := jwt.ParseWithClaims(text, claims, keys.Keyfunc,
		jwt.WithValidMethods([]string{"${algorithm}"}),
		jwt.WithIssuer("${issuer}"),
		jwt.WithAudience("${audience}"),
		jwt.WithExpirationRequired(),
	)
	if err != nil {
		return nil, err
	}
	${tokenType === "JWT" ? 'if _, ok := claims["client_id"].(string); !ok { // an ID token has none' : 'if token.Header["typ"] != "at+jwt" {'}
		return nil, errors.New("not an access token")
	}
	scope, _ := claims["scope"].(string)
	if !slices.Contains(strings.Fields(scope), permission) {
		return nil, errors.New("insufficient_scope")
	}
	return claims, nil
}

func main() {
	keys, err := keyfunc.NewDefault([]string{"${issuer}/oidc/jwks"})
	if err != nil {
		log.Fatal(err)
	}
	claims, err := requirePermission(keys, os.Getenv("ACCESS_TOKEN"), "${permission}")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(claims["sub"])
}`;
