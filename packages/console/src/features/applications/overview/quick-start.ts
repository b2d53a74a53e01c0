import type { Snippet } from "../../../ui/snippets.tsx";
import { type Application, clientIdOf, isPublicType } from "../application.ts";
import type { Endpoints } from "./endpoints.ts";

interface Example {
  readonly clientId: string;
  readonly endpoints: Endpoints;
  readonly scope: string;
  readonly redirectUri: string;
  readonly hasSecret: boolean;
  readonly inHeader: boolean;
}

/** Code that works as it stands, once the secret is in the environment. */
export function quickStart(
  application: Application,
  endpoints: Endpoints,
  scope: string,
): readonly Snippet[] {
  const example: Example = {
    clientId: clientIdOf(application),
    endpoints,
    scope,
    redirectUri: application.redirect_uris?.[0] ?? "https://app.example.com/callback",
    hasSecret: !isPublicType(application.type),
    inHeader: application.token_endpoint_auth_method === "client_secret_basic",
  };
  if (application.token_endpoint_auth_method === "private_key_jwt") return ownKey(example);
  if (application.type === "service") return ownToken(example);
  return application.type === "spa" ? inBrowser(example) : signIn(example);
}

/** RFC 6749 §4.4. */
const ownToken = ({ clientId, endpoints, scope, inHeader }: Example): readonly Snippet[] => [
  {
    language: "curl",
    code: [
      `curl ${endpoints.token}`,
      ...(inHeader
        ? [`-u "${clientId}:$LICET_CLIENT_SECRET"`]
        : [`-d client_id=${clientId}`, `--data-urlencode "client_secret=$LICET_CLIENT_SECRET"`]),
      "-d grant_type=client_credentials",
      `-d 'scope=${scope}'`,
    ].join(" \\\n  "),
  },
  {
    language: "Node",
    code: `const response = await fetch("${endpoints.token}", {
  method: "POST",
${inHeader ? `  headers: {\n    authorization: "Basic " + btoa(\`${clientId}:\${process.env.LICET_CLIENT_SECRET}\`),\n  },\n` : ""}  body: new URLSearchParams({
    grant_type: "client_credentials",
${inHeader ? "" : `    client_id: "${clientId}",\n    client_secret: process.env.LICET_CLIENT_SECRET,\n`}    scope: "${scope}",
  }),
});
const { access_token, scope, scope_rejected, expires_in } = await response.json();
// Ask again shortly before expires_in seconds are over. What was refused is in scope_rejected.`,
  },
  {
    language: "Python",
    code: `import os, requests

answer = requests.post(
    "${endpoints.token}",
${inHeader ? `    auth=("${clientId}", os.environ["LICET_CLIENT_SECRET"]),\n` : ""}    data={
        "grant_type": "client_credentials",
${inHeader ? "" : `        "client_id": "${clientId}",\n        "client_secret": os.environ["LICET_CLIENT_SECRET"],\n`}        "scope": "${scope}",
    },
    timeout=10,
).json()
print(answer["scope"], answer["scope_rejected"])
headers = {"Authorization": f"Bearer {answer['access_token']}"}`,
  },
  {
    language: "Go",
    code: `// go get golang.org/x/oauth2
config := clientcredentials.Config{
	ClientID:     "${clientId}",
	ClientSecret: os.Getenv("LICET_CLIENT_SECRET"),
	TokenURL:     "${endpoints.token}",
	Scopes:       []string{${quotedList(scope)}},
	AuthStyle:    oauth2.${inHeader ? "AuthStyleInHeader" : "AuthStyleInParams"},
}
// Adds the token to every request and gets another in time.
client := config.Client(context.Background())`,
  },
];

/** RFC 7523 §2.2. */
const ownKey = ({ clientId, endpoints, scope }: Example): readonly Snippet[] => [
  {
    language: "curl",
    code: [
      `# ASSERTION is a JWT signed with the application's key:`,
      `# iss and sub "${clientId}", aud "${endpoints.issuer}", jti, iat, exp within a minute`,
      `curl ${endpoints.token} \\`,
      `  -d client_id=${clientId} \\`,
      `  -d client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer \\`,
      `  --data-urlencode "client_assertion=$ASSERTION" \\`,
      `  -d grant_type=client_credentials \\`,
      `  -d 'scope=${scope}'`,
    ].join("\n"),
  },
  {
    language: "Node",
    code: `// npm install openid-client
import * as oidc from "openid-client";

const config = await oidc.discovery(
  new URL("${endpoints.issuer}"),
  "${clientId}",
  undefined,
  oidc.PrivateKeyJwt(privateKey), // a CryptoKey${insecureNode(endpoints.issuer, ",\n  ")}
);
const { access_token } = await oidc.clientCredentialsGrant(config, { scope: "${scope}" });`,
  },
];

/** RFC 6749 §4.1 with RFC 7636. */
const signIn = (example: Example): readonly Snippet[] => {
  const { clientId, endpoints, scope, redirectUri, hasSecret, inHeader } = example;
  const secret = (code: string) => (hasSecret ? code : "");
  return [
    { language: "curl", code: codeByCurl(example) },
    { language: "Node", code: codeByOpenidClient(example) },
    {
      language: "Python",
      code: `# pip install authlib requests
${endpoints.issuer.startsWith("https:") ? "" : "# Plain http, as here, needs AUTHLIB_INSECURE_TRANSPORT=1.\n"}from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
${secret("import os\n")}
session = OAuth2Session(
    "${clientId}",
${secret(`    os.environ["LICET_CLIENT_SECRET"],\n`)}    scope="${scope}",
    redirect_uri="${redirectUri}",
    code_challenge_method="S256",
    token_endpoint_auth_method="${hasSecret ? (inHeader ? "client_secret_basic" : "client_secret_post") : "none"}",
)
# 1. Send the browser to address; keep verifier and state with the user's session.
verifier = generate_token(48)
address, state = session.create_authorization_url(
    "${endpoints.authorization}", code_verifier=verifier
)
# 2. At the redirect URI, with the whole URL that was called:
tokens = session.fetch_token(
    "${endpoints.token}",
    authorization_response=called_url, state=state, code_verifier=verifier,
)
print(tokens["scope"], tokens["scope_rejected"])`,
    },
    {
      language: "Go",
      code: `// go get golang.org/x/oauth2
config := &oauth2.Config{
	ClientID: "${clientId}",
${secret(`	ClientSecret: os.Getenv("LICET_CLIENT_SECRET"),\n`)}	RedirectURL: "${redirectUri}",
	Scopes: []string{${quotedList(scope)}},
	Endpoint: oauth2.Endpoint{
		AuthURL:   "${endpoints.authorization}",
		TokenURL:  "${endpoints.token}",
		AuthStyle: oauth2.${inHeader ? "AuthStyleInHeader" : "AuthStyleInParams"},
	},
}
// 1. Send the browser to address; keep verifier and state with the user's session.
verifier := oauth2.GenerateVerifier()
address := config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier))
// 2. At the redirect URI, after comparing state:
token, err := config.Exchange(ctx, code, oauth2.VerifierOption(verifier))`,
    },
  ];
};

const inBrowser = (example: Example): readonly Snippet[] => [
  { language: "JavaScript", code: codeByOpenidClient(example) },
  { language: "curl", code: codeByCurl(example) },
];

function codeByCurl({ clientId, endpoints, scope, redirectUri, hasSecret, inHeader }: Example): string {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope,
  });
  const credentials = hasSecret
    ? inHeader
      ? [`-u "${clientId}:$LICET_CLIENT_SECRET"`]
      : [`-d client_id=${clientId}`, `--data-urlencode "client_secret=$LICET_CLIENT_SECRET"`]
    : [`-d client_id=${clientId}`];
  const exchange = [
    `curl ${endpoints.token}`,
    ...credentials,
    "-d grant_type=authorization_code",
    `--data-urlencode 'redirect_uri=${redirectUri}'`,
    '-d "code=$CODE"',
    '-d "code_verifier=$VERIFIER"',
  ].join(" \\\n  ");
  return `# 1. PKCE: a secret of this one sign-in, and its digest
VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | base64 | tr '+/' '-_' | tr -d '=')

# 2. Open this in a browser and sign in; the redirect URI is called with ?code=…
echo "${endpoints.authorization}?${query}&state=$(openssl rand -hex 16)&code_challenge=$CHALLENGE&code_challenge_method=S256"

# 3. Trade the code, within a minute
${exchange}`;
}

const codeByOpenidClient = ({ clientId, endpoints, scope, redirectUri, hasSecret }: Example): string =>
  `// npm install openid-client
import * as oidc from "openid-client";

const config = await oidc.discovery(
  new URL("${endpoints.issuer}"),
  "${clientId}",
  ${hasSecret ? "process.env.LICET_CLIENT_SECRET" : "undefined"},
  ${hasSecret ? "undefined" : "oidc.None()"},${insecureNode(endpoints.issuer, "\n  ")}
);

// 1. Send the browser to address; keep verifier and state with the user's session.
const verifier = oidc.randomPKCECodeVerifier();
const state = oidc.randomState();
const address = oidc.buildAuthorizationUrl(config, {
  redirect_uri: "${redirectUri}",
  scope: "${scope}",
  state,
  code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
});

// 2. At the redirect URI, with the whole URL that was called:
const tokens = await oidc.authorizationCodeGrant(config, new URL(calledUrl), {
  pkceCodeVerifier: verifier,
  expectedState: state,
});
console.log(tokens.scope, tokens.scope_rejected);`;

/** The library takes plain http only when it is told to. */
const insecureNode = (issuer: string, before: string): string =>
  issuer.startsWith("https:")
    ? ""
    : `${before}{ execute: [oidc.allowInsecureRequests] }, // plain http: this machine only`;

const quotedList = (scope: string): string =>
  scope
    .split(" ")
    .map((item) => `"${item}"`)
    .join(", ");
