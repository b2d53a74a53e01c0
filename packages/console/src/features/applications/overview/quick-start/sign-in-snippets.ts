import type { Snippet } from "../../../../ui/display/snippet.ts";
import { discoverLicet } from "./discover-licet.ts";
import { type Example, isPlainHttp, quotedList } from "./example.ts";
import { signInCurl } from "./sign-in-curl.ts";
import { signInFastapi } from "./sign-in-fastapi.ts";
import { isSignedForSpring, signInSpring } from "./sign-in-spring.ts";

/** A user signs in (RFC 6749 §4.1 with RFC 7636); the ID token is verified (OpenID Connect Core §3.1.3.7). */
export const signInSnippets = (example: Example): readonly Snippet[] => [
  { language: "curl", code: signInCurl(example) },
  { language: "Node", code: byNode(example) },
  { language: "Python", code: byPython(example) },
  { language: "Go", code: byGo(example) },
  ...(example.secretVariable === undefined ? [] : webSnippets(example)),
];

/** Programs of a server, which can keep a secret. */
const webSnippets = (example: Example): readonly Snippet[] => [
  { language: "FastAPI", code: signInFastapi(example) },
  ...(isSignedForSpring(example) ? [{ language: "Spring Boot", code: signInSpring(example) }] : []),
];

const byNode = (example: Example): string => {
  const { scope, redirectUri, secretVariable, inHeader } = example;
  const secret = secretVariable === undefined ? "undefined" : `process.env.${secretVariable}`;
  const method =
    secretVariable === undefined
      ? "oidc.None()"
      : inHeader
        ? `oidc.ClientSecretBasic(${secret})`
        : `oidc.ClientSecretPost(${secret})`;
  return `// Save as sign-in.mjs, then: npm install openid-client && node sign-in.mjs
import { createInterface } from "node:readline/promises";
import * as oidc from "openid-client";

${discoverLicet(example, method)}

// 1. Send the browser to this address; keep verifier and state in the user's session.
const verifier = oidc.randomPKCECodeVerifier();
const state = oidc.randomState();
const address = oidc.buildAuthorizationUrl(config, {
  redirect_uri: "${redirectUri}",
  scope: "${scope}",
  state,
  code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
});
console.log(address.href);

// 2. The redirect URI is called. Here: paste the address that the browser ended at.
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const calledUrl = await terminal.question("ended at: ");
terminal.close();
const tokens = await oidc.authorizationCodeGrant(config, new URL(calledUrl), {
  pkceCodeVerifier: verifier,
  expectedState: state,
});
console.log(tokens.claims().sub, "granted:", tokens.scope, "refused:", tokens.scope_rejected);`;
};

const byPython = (example: Example): string => {
  const { clientId, endpoints, scope, redirectUri, secretVariable, inHeader, idTokenAlgorithm } = example;
  const insecure = isPlainHttp(endpoints.issuer);
  const method =
    secretVariable === undefined ? "none" : inHeader ? "client_secret_basic" : "client_secret_post";
  return `# pip install authlib requests "pyjwt[crypto]"
${insecure || secretVariable !== undefined ? "import os\n\n" : ""}import jwt
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session

${insecure ? `os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # plain http: this machine only\n` : ""}session = OAuth2Session(
    "${clientId}",
${secretVariable === undefined ? "" : `    os.environ["${secretVariable}"],\n`}    scope="${scope}",
    redirect_uri="${redirectUri}",
    code_challenge_method="S256",
    token_endpoint_auth_method="${method}",
)

# 1. Send the browser to this address; keep verifier and state in the user's session.
verifier = generate_token(48)
address, state = session.create_authorization_url(
    "${endpoints.authorization}", code_verifier=verifier
)
print(address)

# 2. The redirect URI is called. Here: paste the address that the browser ended at.
tokens = session.fetch_token(
    "${endpoints.token}",
    authorization_response=input("ended at: "),
    state=state,
    code_verifier=verifier,
)
keys = jwt.PyJWKClient("${endpoints.jwks}")
user = jwt.decode(
    tokens["id_token"],
    keys.get_signing_key_from_jwt(tokens["id_token"]).key,
    algorithms=["${idTokenAlgorithm}"],
    issuer="${endpoints.issuer}",
    audience="${clientId}",
    options={"require": ["exp", "iat"]},
)
print(user["sub"], "granted:", tokens["scope"], "refused:", tokens["scope_rejected"])`;
};

const byGo = ({ clientId, endpoints, scope, redirectUri, secretVariable, inHeader }: Example): string => {
  const members: readonly (readonly [string, string])[] = [
    ["ClientID", `"${clientId}"`],
    ...(secretVariable === undefined ? [] : [["ClientSecret", `os.Getenv("${secretVariable}")`] as const]),
    ["RedirectURL", `"${redirectUri}"`],
    ["Scopes", `[]string{${quotedList(scope)}}`],
    ["Endpoint", "endpoint"],
  ];
  // gofmt aligns the members like this.
  const width = Math.max(...members.map(([name]) => name.length)) + 1;
  return `package main

import (
	"context"
	"fmt"
	"log"
	"net/url"
${secretVariable === undefined ? "" : '\t"os"\n'}
	"github.com/coreos/go-oidc/v3/oidc" // go get github.com/coreos/go-oidc/v3/oidc
	"golang.org/x/oauth2"               // go get golang.org/x/oauth2
)

func main() {
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, "${endpoints.issuer}")
	if err != nil {
		log.Fatal(err)
	}
	endpoint := provider.Endpoint()
	endpoint.AuthStyle = oauth2.${inHeader ? "AuthStyleInHeader" : "AuthStyleInParams"}
	config := oauth2.Config{
${members.map(([name, value]) => `\t\t${`${name}:`.padEnd(width)} ${value},`).join("\n")}
	}

	// 1. Send the browser to this address; keep verifier and state in the user's session.
	verifier, state := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
	fmt.Println(config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)))

	// 2. The redirect URI is called. Here: paste the address that the browser ended at.
	var address string
	fmt.Print("ended at: ")
	fmt.Scanln(&address)
	called, err := url.Parse(address)
	if err != nil || called.Query().Get("state") != state {
		log.Fatal("not the answer to this request")
	}
	token, err := config.Exchange(ctx, called.Query().Get("code"), oauth2.VerifierOption(verifier))
	if err != nil {
		log.Fatal(err)
	}
	raw, _ := token.Extra("id_token").(string)
	user, err := provider.Verifier(&oidc.Config{ClientID: config.ClientID}).Verify(ctx, raw)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(user.Subject, "granted:", token.Extra("scope"), "refused:", token.Extra("scope_rejected"))
}`;
};
