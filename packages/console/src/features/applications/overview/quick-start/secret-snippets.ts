import type { Snippet } from "../../../../ui/display/snippet.ts";
import { curlCredentials, type Example, quotedList } from "./example.ts";

/** A token for the client itself, with its secret (RFC 6749 §4.4). */
export const secretSnippets = (example: Example): readonly Snippet[] => [
  { language: "curl", code: byCurl(example) },
  { language: "Node", code: byNode(example) },
  { language: "Python", code: byPython(example) },
  { language: "Go", code: byGo(example) },
];

const byCurl = (example: Example): string =>
  [
    `curl ${example.endpoints.token}`,
    ...curlCredentials(example),
    "-d grant_type=client_credentials",
    `--data-urlencode 'scope=${example.scope}'`,
  ].join(" \\\n  ");

function byNode({ clientId, endpoints, scope, inHeader, secretVariable }: Example): string {
  const secret = `process.env.${secretVariable}`;
  const header = `  headers: { authorization: \`Basic \${btoa(\`${clientId}:\${${secret}}\`)}\` },\n`;
  const members = `    client_id: "${clientId}",\n    client_secret: ${secret},\n`;
  return `// Save as token.mjs, then: node token.mjs
const response = await fetch("${endpoints.token}", {
  method: "POST",
${inHeader ? header : ""}  body: new URLSearchParams({
    grant_type: "client_credentials",
${inHeader ? "" : members}    scope: "${scope}",
  }),
});
const answer = await response.json();
if (!response.ok) throw new Error(\`\${answer.error}: \${answer.error_description}\`);

// Send answer.access_token as a bearer token; ask again before expires_in seconds are over.
console.log("granted:", answer.scope, "refused:", answer.scope_rejected);`;
}

function byPython({ clientId, endpoints, scope, inHeader, secretVariable }: Example): string {
  const secret = `os.environ["${secretVariable}"]`;
  return `# pip install requests
import os

import requests

response = requests.post(
    "${endpoints.token}",
${inHeader ? `    auth=("${clientId}", ${secret}),\n` : ""}    data={
        "grant_type": "client_credentials",
${inHeader ? "" : `        "client_id": "${clientId}",\n        "client_secret": ${secret},\n`}        "scope": "${scope}",
    },
    timeout=10,
)
answer = response.json()
if not response.ok:
    raise SystemExit(f"{answer['error']}: {answer['error_description']}")

# Send access_token as a bearer token; ask again before expires_in seconds are over.
print("granted:", answer["scope"], "refused:", answer["scope_rejected"])`;
}

const byGo = ({ clientId, endpoints, scope, inHeader, secretVariable }: Example): string => `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"golang.org/x/oauth2" // go get golang.org/x/oauth2
	"golang.org/x/oauth2/clientcredentials"
)

func main() {
	config := clientcredentials.Config{
		ClientID:     "${clientId}",
		ClientSecret: os.Getenv("${secretVariable}"),
		TokenURL:     "${endpoints.token}",
		Scopes:       []string{${quotedList(scope)}},
		AuthStyle:    oauth2.${inHeader ? "AuthStyleInHeader" : "AuthStyleInParams"},
	}
	token, err := config.Token(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	// config.Client(ctx) sends the token with every request, and gets another in time.
	fmt.Println("granted:", token.Extra("scope"), "refused:", token.Extra("scope_rejected"))
}`;
