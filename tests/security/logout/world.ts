/** Two users, and three applications: only `shop` and `mail` may have an address for logout tokens. */

export const PASSWORD = "correct horse battery";
export const CALLBACK = "https://app.example.test/callback";
export const GOODBYE = "https://shop.example.test/bye";
export const SECRET = "a-secret-of-an-application-of-the-tests";

const application = (id: string, members: readonly string[]): string => `
  - client_id: ${id}
    client_secret: ${SECRET}
    name: The ${id}
    type: web
    first_party: true
    redirect_uris: ["${CALLBACK}"]
    delegated: [{ scope: openid, consent: implicit }, { scope: offline_access, consent: implicit }]
${members.map((member) => `    ${member}\n`).join("")}`;

export const createState = (backchannel: { readonly shop?: string; readonly mail?: string } = {}): string => `
users:
  - { username: ada, password: ${PASSWORD}, name: Ada }
  - { username: ben, password: ${PASSWORD} }
applications:${application("shop", [
  `post_logout_redirect_uris: ["${GOODBYE}", "${GOODBYE}?from=licet"]`,
  "access_accounts: [{ access_key: ak_shop, secret_key: a-secret-key-of-an-application-of-tests }]",
  ...(backchannel.shop ? [`backchannel_logout_uri: ${backchannel.shop}`] : []),
])}${application("mail", [
  'post_logout_redirect_uris: ["https://mail.example.test/bye"]',
  "home_page: https://mail.example.test/",
  "id_token_signed_response_alg: ES256",
  ...(backchannel.mail ? [`backchannel_logout_uri: ${backchannel.mail}`] : []),
])}${application("other", [])}`;
