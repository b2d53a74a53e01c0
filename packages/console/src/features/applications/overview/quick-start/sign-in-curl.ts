import { curlCredentials, type Example } from "./example.ts";

/** RFC 6749 §4.1 with RFC 7636, as single requests. */
export function signInCurl(example: Example): string {
  const { clientId, endpoints, scope, redirectUri } = example;
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope,
  });
  const exchange = [
    `curl ${endpoints.token}`,
    ...curlCredentials(example),
    "-d grant_type=authorization_code",
    `--data-urlencode 'redirect_uri=${redirectUri}'`,
    '--data-urlencode "code=$CODE"',
    '-d "code_verifier=$VERIFIER"',
  ].join(" \\\n  ");
  return `# 1. PKCE: a secret of this one sign-in, and its digest
VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | base64 | tr '+/' '-_' | tr -d '=')

# 2. Open this in a browser and sign in; it ends at the redirect URI, with ?code=… in the address
echo "${endpoints.authorization}?${query}&state=$(openssl rand -hex 16)&code_challenge=$CHALLENGE&code_challenge_method=S256"
read -r -p "code: " CODE

# 3. Exchange the code, within a minute
${exchange}`;
}
