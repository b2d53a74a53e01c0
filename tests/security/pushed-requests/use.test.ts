import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  authorizationPath,
  authorize,
  createBrowser,
  decodeClaims,
  readAuthorizationResponse,
  signIn,
} from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import {
  ALICE,
  CALLBACK,
  createRequest,
  DESK,
  RIVAL,
  SHOP_CLIENT,
  SHOP_KEY,
} from "../../support/storefront.ts";
import { assertPageOnly, assertRefusedTo } from "../authorization-endpoint/assert-answers.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

type Client = Readonly<{ client_id: string; client_secret: string }>;
async function push(client: Client = DESK, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const form = { ...createRequest(client), ...client, ...more } as Record<string, string>;
  const { status, body, text } = await postForm(`${front.url}/oidc/par`, form);
  assert.equal(status, 201, text);
  return String(body.request_uri);
}
const use = (request_uri: string, more: Readonly<Record<string, string>> = {}, browser = front.alice) =>
  browser.get(authorizationPath({ client_id: DESK.client_id, request_uri, ...more }));

describe("RFC 9126 §4, §7.3: a reference is good for its client, once, for a while", () => {
  test("another client's is refused, and not spent", async () => {
    const request_uri = await push();
    for (const client_id of [RIVAL.client_id, SHOP_CLIENT.client_id, "spa", "nobody"])
      assertPageOnly(await use(request_uri, { client_id }), client_id);
    assertPageOnly(await front.alice.get(authorizationPath({ request_uri })), "no client_id");
    assert.ok(readAuthorizationResponse(await use(request_uri)).code);
  });

  test("an application and its access account are one client", async () => {
    const request_uri = await push(SHOP_KEY, { prompt: "none" });
    const page = await use(request_uri, { client_id: SHOP_CLIENT.client_id });
    assert.equal(readAuthorizationResponse(page).error, "consent_required");
  });

  test("a second use after it was answered", async () => {
    const request_uri = await push();
    assert.ok(readAuthorizationResponse(await use(request_uri)).code);
    assertPageOnly(await use(request_uri), "used");
  });

  test("opened in two tabs, it is answered once", async () => {
    const request_uri = await push();
    const browser = createBrowser(front.url);
    const tabs = [
      await authorize(browser, { client_id: DESK.client_id, request_uri }),
      await authorize(browser, { client_id: DESK.client_id, request_uri }),
    ] as const;
    assert.ok(readAuthorizationResponse(await signIn(browser, tabs[0], ALICE)).code);
    const second = await signIn(browser, tabs[1], ALICE);
    assert.doesNotMatch(second.location ?? "", /[?&]code=/);
  });

  test("used twenty times at once: one code", async () => {
    const request_uri = await push();
    const pages = await Promise.all(Array.from({ length: 20 }, () => use(request_uri)));
    const codes = pages.filter(({ location }) => location !== undefined && /[?&]code=/.test(location));
    assert.equal(codes.length, 1);
    for (const { status } of pages) assert.ok(status === 303 || status === 400);
  });

  test("expired, with nothing swept", async () => {
    const request_uri = await push();
    front.clock.advance(600);
    assertPageOnly(await use(request_uri), "expired");
    front.clock.advance(-600);
  });

  test("a user who needs longer to sign in than the reference lives gets a code all the same, once", async () => {
    const request_uri = await push();
    const browser = createBrowser(front.url);
    const tabs = [
      await authorize(browser, { client_id: DESK.client_id, request_uri }),
      await authorize(browser, { client_id: DESK.client_id, request_uri }),
    ] as const;
    front.clock.advance(600);
    assertPageOnly(await use(request_uri), "the reference itself has expired");
    assert.ok(readAuthorizationResponse(await signIn(browser, tabs[0], ALICE)).code);
    const second = await signIn(browser, tabs[1], ALICE);
    assert.doesNotMatch(second.location ?? "", /[?&]code=/);
    front.clock.advance(-600);
  });

  test("made up", async () => {
    const request_uri = await push();
    for (const made of [
      `${request_uri}A`,
      request_uri.slice(0, -1),
      request_uri.toUpperCase(),
      "urn:ietf:params:oauth:request_uri:",
      "urn:ietf:params:oauth:request_uri:lpr_",
      `urn:ietf:params:oauth:request_uri:${"A".repeat(5_000)}`,
    ]) {
      const page = await use(made);
      assertPageOnly(page, made);
    }
  });

  test("repeated", async () => {
    const request_uri = await push();
    const path = `${authorizationPath({ client_id: DESK.client_id, request_uri })}&request_uri=https://evil.test/`;
    assertPageOnly(await front.alice.get(path), "repeated");
  });
});

describe("RFC 9126 §4, §6: an application that has to push its requests", () => {
  const CAREFUL = { client_id: "careful", client_secret: "careful-secret-careful-secret-careful-secret" };
  before(() =>
    front.apply(
      `applications: [{ client_id: ${CAREFUL.client_id}, client_secret: ${CAREFUL.client_secret}, type: web, first_party: true, redirect_uris: ["${CALLBACK}"], require_pushed_authorization_requests: true, access_accounts: [{ access_key: ak_careful, secret_key: careful-key-careful-key-careful-key }] }]`,
    ),
  );

  test("is served with a pushed one", async () => {
    const request_uri = await push(CAREFUL, { scope: "openid" });
    assert.ok(readAuthorizationResponse(await use(request_uri, { client_id: CAREFUL.client_id })).code);
  });

  test("is told at its own address when it was not, by GET and POST, also under an access key", async () => {
    for (const client_id of [CAREFUL.client_id, "ak_careful"]) {
      const request = { ...createRequest({ client_id }), scope: "openid" };
      for (const page of [
        await front.alice.get(authorizationPath(request)),
        await front.alice.post("/oidc/auth", Object.entries(request)),
        // Nothing else is looked at before, and nothing else helps.
        await front.alice.get(authorizationPath({ ...request, response_type: "token", prompt: "none" })),
      ]) {
        assertRefusedTo(page, "invalid_request", { issuer: front.url, state: "a state" });
        assert.match(readAuthorizationResponse(page).error_description ?? "", /\/oidc\/par/);
      }
    }
  });

  test("with an address that is not its own, only the user sees the error", async () => {
    const request = createRequest(CAREFUL, { redirect_uri: "https://evil.test/" });
    assertPageOnly(await front.alice.get(authorizationPath(request)), "unregistered");
  });

  test("a request_uri of its own making is not a pushed one", async () => {
    const request = createRequest(CAREFUL, { request_uri: "https://app.example.com/request.jwt" });
    assert.ok(readAuthorizationResponse(await front.alice.get(authorizationPath(request))).error);
    assertPageOnly(
      await use("urn:ietf:params:oauth:request_uri:lpr_x", createRequest(CAREFUL) as never),
      "made up",
    );
  });

  test("other applications need not, and the metadata says so", async () => {
    const metadata = await (await fetch(`${front.url}/.well-known/oauth-authorization-server`)).json();
    assert.equal((metadata as Record<string, unknown>).require_pushed_authorization_requests, false);
    assert.ok(readAuthorizationResponse(await front.alice.get(authorizationPath(createRequest(DESK)))).code);
  });
});

describe("RFC 9101 §6.3: only what was pushed counts", () => {
  test("parameters beside the reference are ignored", async () => {
    const request_uri = await push(DESK, { state: "pushed", nonce: "pushed" });
    const page = await use(request_uri, {
      redirect_uri: "https://evil.test/",
      scope: "openid orders:read orders:write offline_access",
      state: "evil",
      nonce: "evil",
      response_mode: "fragment",
      response_type: "token",
      prompt: "login",
      request: "x",
    });
    assert.ok(page.location?.startsWith(`${CALLBACK}?code=`), String(page.location));
    const { code = "", state } = readAuthorizationResponse(page);
    assert.equal(state, "pushed");
    const { body } = await front.redeem(code);
    assert.equal(body.scope, "openid orders:read");
    assert.equal(body.refresh_token, undefined);
    assert.equal(decodeClaims(body.id_token).nonce, "pushed");
  });

  test("CVE-2024-4540: no pushed value is in a cookie or an address on the way", async () => {
    const canary = "a-pushed-value-nobody-else-sees";
    const request_uri = await push(DESK, { state: canary, nonce: canary, login_hint: canary });
    const browser = createBrowser(front.url);
    const first = await use(request_uri, {}, browser);
    const login = await browser.get(first.location ?? "");
    for (const page of [first, login]) {
      const seen = [page.location, ...page.headers.getSetCookie()].join(" ");
      assert.ok(!seen.includes(canary), seen);
    }
  });
});

test("an application that lost the address meanwhile is not answered there", async () => {
  const state = (path: string) =>
    `applications: [{ client_id: mover, client_secret: mover-secret-mover-secret-mover-secret, type: web, first_party: true, redirect_uris: ["https://app.example.com/${path}"] }]`;
  await front.apply(state("cb"));
  const mover = { client_id: "mover", client_secret: "mover-secret-mover-secret-mover-secret" };
  const request_uri = await push(mover);
  await front.apply(state("elsewhere"));
  assertPageOnly(await use(request_uri, { client_id: "mover" }), "no longer registered");
});
