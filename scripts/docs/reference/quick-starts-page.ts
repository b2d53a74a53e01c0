import { endpointsOf } from "../../../packages/console/src/features/applications/overview/endpoints.ts";
import type { Example } from "../../../packages/console/src/features/applications/overview/quick-start/example.ts";
import { secretSnippets } from "../../../packages/console/src/features/applications/overview/quick-start/secret-snippets.ts";
import { signInBrowser } from "../../../packages/console/src/features/applications/overview/quick-start/sign-in-browser.ts";
import { signInSnippets } from "../../../packages/console/src/features/applications/overview/quick-start/sign-in-snippets.ts";
import { protectSnippets } from "../../../packages/console/src/features/resources/connect/protect-snippets.ts";
import { verifySnippets } from "../../../packages/console/src/features/resources/connect/verify-snippets.ts";
import type { Snippet } from "../../../packages/console/src/ui/display/snippet.ts";

const ISSUER = "http://127.0.0.1:4455";

/** Of the demo, so that everything works as it is shown. */
const EXAMPLE: Example = {
  clientId: "reports",
  endpoints: endpointsOf(ISSUER),
  scope: "orders:read orders:write",
  redirectUri: "",
  secretVariable: "LICET_CLIENT_SECRET",
  inHeader: false,
  idTokenAlgorithm: "RS256",
};
const SHOP: Example = {
  ...EXAMPLE,
  clientId: "shop",
  scope: "openid profile orders:read orders:write",
  redirectUri: "http://127.0.0.1:4000/callback",
  postLogoutRedirectUri: "http://127.0.0.1:4000/",
};
const SPA: Example = {
  ...SHOP,
  clientId: "my-spa",
  secretVariable: undefined,
  redirectUri: "http://localhost:5173/",
  postLogoutRedirectUri: "http://localhost:5173/",
};
const ORDERS = {
  issuer: ISSUER,
  audience: "https://orders.example.test",
  algorithm: "ES256",
  tokenType: "at+jwt",
  permission: "orders:read",
} as const;

const FENCES: Readonly<Record<string, string>> = {
  curl: "bash",
  Python: "python",
  FastAPI: "python",
  Go: "go",
  "Spring Boot": "java",
  React: "jsx",
};

/** The programs that the console shows, with the values of the demo. */
export const writeQuickStartsPage = (): string => `# Quick starts

Complete programs for the demo, which \`npx licet\` starts. The console shows the same programs with the values of your own applications and resources: on the page of an application, and under **Integration** on the page of a resource.

## A machine gets a token

The secret of the demo: \`export LICET_CLIENT_SECRET=demo-reports-secret-not-for-production\`

${write(secretSnippets(EXAMPLE))}

## Protect an API

${write(protectSnippets(ORDERS), "API with ")}

More in [Protect an API](../guides/protect-an-api.md).

## Verify a token without the SDK

${write(verifySnippets(ORDERS))}

## Users sign in to a web application

The secret of the demo: \`export LICET_CLIENT_SECRET=demo-shop-secret-not-for-production\`

${write(signInSnippets(SHOP))}

More in [Sign users in](../guides/sign-in.md).

## Users sign in to an application in the browser

The demo has no such application. This registers one, for the development server of Vite:

\`\`\`yaml
applications:
  - client_id: ${SPA.clientId}
    name: My application
    type: spa
    redirect_uris: ["${SPA.redirectUri}"]
    post_logout_redirect_uris: ["${SPA.postLogoutRedirectUri}"]
    delegated: [{ scope: orders:read, consent: required }, { scope: orders:write, consent: optional }]
\`\`\`

${write(signInBrowser(SPA))}
`;

/** Guides link to the headings with a `prefix`: the others may be there several times. */
const write = (snippets: readonly Snippet[], prefix = ""): string =>
  snippets
    .map(
      ({ language, code }) =>
        `### ${prefix}${language}\n\n\`\`\`${FENCES[language] ?? "js"}\n${code}\n\`\`\``,
    )
    .join("\n\n");
