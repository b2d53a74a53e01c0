import type { Snippet } from "../../../../ui/display/snippet.ts";
import { discoverLicet } from "./discover-licet.ts";
import type { Example } from "./example.ts";

interface OwnKey {
  readonly algorithm: string;
  readonly kid: string | undefined;
}

/** A token for the client itself, with an assertion that it signs (RFC 7523 §2.2). */
export function keySnippets(example: Example, jwks: object | undefined): readonly Snippet[] {
  const key = ownKeyOf(jwks);
  return [
    { language: "Node", code: byNode(example, key) },
    { language: "Python", code: byPython(example, key) },
    { language: "curl", code: byCurl(example) },
  ];
}

/** The first registered key. Its type determines the algorithm, unless the key names one. */
function ownKeyOf(jwks: object | undefined): OwnKey {
  const [key] =
    (jwks as { readonly keys?: readonly Readonly<Record<string, unknown>>[] } | undefined)?.keys ?? [];
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const byKind = { RSA: "RS256", OKP: "EdDSA" }[text(key?.kty) ?? ""] ?? "ES256";
  return { algorithm: text(key?.alg) ?? byKind, kid: text(key?.kid) };
}

const byNode = (example: Example, { algorithm, kid }: OwnKey): string =>
  `// Save as token.mjs, then: npm install openid-client jose && node token.mjs
import { readFile } from "node:fs/promises";
import { importPKCS8 } from "jose";
import * as oidc from "openid-client";

const key = await importPKCS8(await readFile("private-key.pem", "utf8"), "${algorithm}");
${discoverLicet(example, `oidc.PrivateKeyJwt(${kid === undefined ? "key" : `{ key, kid: "${kid}" }`})`)}
const answer = await oidc.clientCredentialsGrant(config, { scope: "${example.scope}" });
console.log("granted:", answer.scope, "refused:", answer.scope_rejected);`;

const byPython = ({ clientId, endpoints, scope }: Example, { algorithm, kid }: OwnKey): string =>
  `# pip install requests "pyjwt[crypto]"
import pathlib, time, uuid

import jwt
import requests

now = int(time.time())
assertion = jwt.encode(
    {
        "iss": "${clientId}",
        "sub": "${clientId}",
        "aud": "${endpoints.issuer}",
        "jti": str(uuid.uuid4()),
        "iat": now,
        "exp": now + 60,
    },
    pathlib.Path("private-key.pem").read_text(),
    algorithm="${algorithm}",${kid === undefined ? "" : `\n    headers={"kid": "${kid}"},`}
)
response = requests.post(
    "${endpoints.token}",
    data={
        "grant_type": "client_credentials",
        "client_id": "${clientId}",
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": assertion,
        "scope": "${scope}",
    },
    timeout=10,
)
answer = response.json()
if not response.ok:
    raise SystemExit(f"{answer['error']}: {answer['error_description']}")
print("granted:", answer["scope"], "refused:", answer["scope_rejected"])`;

const byCurl = ({ clientId, endpoints, scope }: Example): string =>
  [
    "# ASSERTION is a JWT that is signed with the application's key:",
    `# iss and sub "${clientId}", aud "${endpoints.issuer}", jti, iat, exp within a minute`,
    `curl ${endpoints.token} \\`,
    `  -d client_id=${clientId} \\`,
    "  -d client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer \\",
    '  --data-urlencode "client_assertion=$ASSERTION" \\',
    "  -d grant_type=client_credentials \\",
    `  --data-urlencode 'scope=${scope}'`,
  ].join("\n");
