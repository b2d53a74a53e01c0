import type { Snippet } from "../../../../ui/display/snippet.ts";
import { discoverLicet } from "./discover-licet.ts";
import type { Example } from "./example.ts";
import { signInCurl } from "./sign-in-curl.ts";
import { signInReact } from "./sign-in-react.ts";

/** A user signs in to an application in the browser (RFC 6749 §4.1 with RFC 7636). */
export const signInBrowser = (example: Example): readonly Snippet[] => [
  { language: "React", code: signInReact(example) },
  { language: "JavaScript", code: byScript(example) },
  { language: "curl", code: signInCurl(example) },
];

const byScript = (example: Example): string =>
  `// npm install openid-client
import * as oidc from "openid-client";

${discoverLicet(example, "oidc.None()")}

const kept = sessionStorage.getItem("sign-in");
if (kept === null) {
  // 1. Leave for the sign-in page.
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  sessionStorage.setItem("sign-in", JSON.stringify({ verifier, state }));
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: "${example.redirectUri}",
    scope: "${example.scope}",
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  location.assign(address.href);
} else {
  // 2. Back at the redirect URI.
  sessionStorage.removeItem("sign-in");
  const { verifier, state } = JSON.parse(kept);
  const tokens = await oidc.authorizationCodeGrant(config, new URL(location.href), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  history.replaceState(null, "", location.pathname);
  console.log(tokens.claims().sub, "granted:", tokens.scope, "refused:", tokens.scope_rejected);
}`;
