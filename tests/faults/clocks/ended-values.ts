import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createAssertionSigner } from "../../security/client-authentication/assertion-signer.ts";
import { introspect, issueToken } from "../../security/issue-token.ts";
import {
  authorizationPath,
  authorize,
  createBrowser,
  exchange,
  getCode,
  isLoginPage,
  refresh,
  signIn,
} from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import {
  ALICE,
  BOB,
  CALLBACK,
  createRequest,
  DESK,
  ORDERS_SERVER,
  STOREFRONT,
} from "../../support/storefront.ts";
import { BASE_URL, runLicet, startShifted } from "./shifted-licet.ts";

/** The lives of what is stored to be over soon. Long enough for the walk through the pages on a busy machine. */
const SHORT_SECONDS = 4;
const SIGN_INS = 3;
const SHORT_LIVES = Object.fromEntries(
  ["ACCESS_TOKEN", "CODE", "REFRESH", "SESSION"].map((what) => [`LICET_${what}_SECONDS`, `${SHORT_SECONDS}`]),
);
const LIMITS = { LICET_LIMIT_ACCOUNT_SIGN_INS: `${SIGN_INS}` };

/** The settings of the nodes under test. Access tokens live for 10 minutes, codes for a moment. */
export const CODE_SECONDS = 2;
export const ACCESS_TOKEN_SECONDS = 600;
export const NODE_SETTINGS = { ...LIMITS, LICET_CODE_SECONDS: `${CODE_SECONDS}` };

/** A client that acts for itself. */
export const MACHINE = ORDERS_SERVER;

interface Node {
  readonly url: string;
}

/** Something that must be refused for ever: it is over, spent, revoked or locked. */
interface EndedValue {
  readonly name: string;
  /** True when the node accepts it all the same. A refusal may have any reason, also that the node cannot tell. */
  isAccepted(node: Node): Promise<boolean>;
}

export interface EndedValues {
  /** Those that a node accepts. */
  findAccepted(node: Node): Promise<readonly string[]>;
}

/**
 * Fills a database, and makes values that have ended: some by their lives, in a server of short lives, and some by a
 * revocation, a use or a lock. Also rotates the keys: those before the rotation must stay published.
 */
export async function prepareEndedValues(databaseUrl: string, compares: boolean): Promise<EndedValues> {
  const signer = await createAssertionSigner("ES256");
  const licet = await startPreparing(databaseUrl, compares, signer.publicJwk);
  try {
    // Of the lives of the setting, except where a caller chooses the life: those are longer.
    const browser = createBrowser(licet.url);
    const request = createRequest(DESK, { scope: "openid orders:read offline_access" });
    const form = { ...DESK, redirect_uri: CALLBACK };
    const tokens = await exchange(licet, await getCode(browser, request, ALICE), form);
    assert.equal(tokens.status, 200, tokens.text);
    const code = await getCode(browser, request, ALICE);
    const expiredAt = performance.now() + SHORT_SECONDS * 1_000 + 500;
    const expiring = [
      isRedeemed("an expired code", (node) => exchange(node, code, form)),
      isRedeemed("an expired refresh token", (node) =>
        refresh(node, String(tokens.body.refresh_token), DESK),
      ),
      isActive("an expired access token", String(tokens.body.access_token)),
      isSignedIn("an expired session", browser.cookies),
    ];
    const kids = await publishedKeys(licet);
    const [spent, expired] = await Promise.all([
      signAssertion(signer, 0, 280),
      signAssertion(signer, -350, -60),
    ]);
    const useAssertion = (assertion: Record<string, string>) => (node: Node) =>
      postForm(`${node.url}/oidc/token`, {
        grant_type: "client_credentials",
        scope: "orders:read",
        ...assertion,
      });
    assert.equal((await useAssertion(spent)(licet)).status, 200);
    await lock(licet);
    // An algorithm that signs none of the tokens here: a key that is gone would hide that they are accepted.
    await runLicet(databaseUrl, "keys", "rotate", "--alg", "EdDSA");
    await delay(Math.max(0, expiredAt - performance.now()));
    return collect([
      ...expiring,
      isRedeemed("a spent client assertion", useAssertion(spent)),
      isRedeemed("an expired client assertion", useAssertion(expired)),
      { name: "a locked account", isAccepted: (node) => canSignIn(node, BOB) },
      { name: "an early end of a retired key", isAccepted: (node) => lacksOne(node, kids) },
    ]);
  } finally {
    await licet.stop();
  }
}

/** A token with most of its life before it, revoked at this node. */
export async function revokeOne(node: Node): Promise<EndedValues> {
  const token = await issueToken(node, MACHINE, "orders:read");
  assert.equal((await introspect(node, token, ORDERS_SERVER)).body.active, true);
  assert.equal((await postForm(`${node.url}/oidc/revoke`, { token, ...MACHINE })).status, 200);
  return collect([isActive("a revoked token", token)]);
}

const collect = (values: readonly EndedValue[]): EndedValues => ({
  async findAccepted(node) {
    const accepted: string[] = [];
    for (const { name, isAccepted } of values) if (await isAccepted(node)) accepted.push(name);
    return accepted;
  },
});

async function startPreparing(databaseUrl: string, compares: boolean, publicJwk: object) {
  const folder = await mkdtemp(join(tmpdir(), "licet-state-"));
  const file = join(folder, "state.yaml");
  const application = `  - { client_id: signer, type: service, token_endpoint_auth_method: private_key_jwt, jwks: { keys: [${JSON.stringify(publicJwk)}] } }`;
  await writeFile(
    file,
    STOREFRONT.replace(
      "assignments:",
      `${application}\nassignments:\n  - { principal: application:${MACHINE.client_id}, permission: orders:read }`,
    ),
  );
  try {
    const settings = { ...LIMITS, ...SHORT_LIVES };
    return await startShifted({ databaseUrl, compares, settings, arguments: ["--apply", file] });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const signAssertion = (
  signer: Awaited<ReturnType<typeof createAssertionSigner>>,
  fromSeconds: number,
  untilSeconds: number,
) => {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iat: now + fromSeconds, exp: now + untilSeconds };
  return signer.credentials({ clientId: "signer", audience: BASE_URL, claims });
};

const isRedeemed = (name: string, present: (node: Node) => ReturnType<typeof postForm>): EndedValue => ({
  name,
  isAccepted: async (node) => (await present(node)).status === 200,
});

const isActive = (name: string, token: string): EndedValue => ({
  name,
  isAccepted: async (node) => (await introspect(node, token, ORDERS_SERVER)).body.active === true,
});

const isSignedIn = (name: string, cookies: ReadonlyMap<string, string>): EndedValue => ({
  name,
  async isAccepted(node) {
    const path = authorizationPath(createRequest(DESK, { prompt: "none" }));
    const { location = "" } = await createBrowser(node.url, new Map(cookies)).get(path);
    return location.includes("code=");
  },
});

async function lock(node: Node): Promise<void> {
  for (let attempt = 0; attempt < SIGN_INS; attempt += 1)
    assert.equal(await canSignIn(node, { ...BOB, password: "not his password" }), false);
  assert.equal(await canSignIn(node, BOB), false, "the account is locked");
}

async function canSignIn(node: Node, person: typeof BOB): Promise<boolean> {
  const browser = createBrowser(node.url);
  const page = await authorize(browser, createRequest(DESK));
  if (!isLoginPage(page)) return false;
  const { location = "" } = await signIn(browser, page, person);
  return location.includes("code=");
}

async function publishedKeys(node: Node): Promise<readonly string[]> {
  const response = await fetch(`${node.url}/oidc/jwks`);
  const { keys } = (await response.json()) as { keys: readonly { kid: string }[] };
  return keys.map(({ kid }) => kid);
}

const lacksOne = async (node: Node, kids: readonly string[]): Promise<boolean> =>
  !new Set(await publishedKeys(node)).isSupersetOf(new Set(kids));
