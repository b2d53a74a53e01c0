// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type RunningPages, startPages } from "../login/start-pages.ts";
import { type LogoutReceiver, startLogoutReceiver } from "./logout-receiver.ts";
import { signInAs, useApplication } from "./use-application.ts";
import { createState } from "./world.ts";

let inside: LogoutReceiver;
before(async () => {
  inside = await startLogoutReceiver();
});
after(() => inside.stop());

async function signOutOfShop(pages: RunningPages): Promise<void> {
  const browser = await signInAs(pages.url, "ada");
  const { id_token } = await useApplication(pages.url, browser, { client_id: "shop" });
  assert.equal((await browser.get(`/oidc/logout?id_token_hint=${id_token}`)).status, 200);
}

describe("RFC 7591 §5: backchannel_logout_uri is no way to the inside", () => {
  let pages: RunningPages;
  before(async () => {
    pages = await startPages({ state: createState() });
  });
  after(() => pages.stop());

  for (const uri of [
    ...["file:///etc/passwd", "gopher://127.0.0.1/", "javascript:alert(1)", "urn:x", "/out", "https:/x"],
    ...["http://169.254.169.254/", "http://0.0.0.0/", "http://10.0.0.1/", "http://evil.example.test/"],
    ...[
      "http://[::ffff:127.0.0.1]/",
      "https://user:password@app.example.test/",
      "https://app.example.test/#x",
    ],
  ])
    test(`${uri} is refused when it is registered`, () =>
      assert.rejects(pages.apply(createState({ shop: JSON.stringify(uri) })), /backchannel_logout_uri/));

  const hosts = ["127.0.0.1", "localhost", "[::1]", "2130706433", "127.1"];
  const insideAddresses = [
    ...hosts.map((host) => `http://${host}`),
    ...["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"].map(
      (host) => `https://${host}`,
    ),
  ];
  for (const address of [
    ...insideAddresses,
    ...["https://10.1.2.3", "https://192.168.0.1", "https://[fd00::1]", "https://169.254.169.254"],
    ...["https://app.localhost", "https://localhost.", "https://LOCALHOST"],
  ])
    test(`${address} is refused when it is registered`, () =>
      assert.rejects(
        pages.apply(createState({ shop: JSON.stringify(`${address}/out`) })),
        /backchannel_logout_uri.*LICET_OUTBOUND_PRIVATE/s,
      ));

  // As it is stored where it was registered before it was refused.
  for (const address of insideAddresses)
    test(`${address} is refused when it is connected to, and the listener there sees nothing`, async () => {
      const { port } = new URL(inside.url);
      await storeLogoutAddress(pages, `${address}:${port}/out`);
      const before = await countFailedAttempts(pages);
      await signOutOfShop(pages);
      await pages.runJob("logouts");
      assert.ok((await countFailedAttempts(pages)) > before, "it was tried");
      assert.equal(inside.connections, 0);
    });
});

async function storeLogoutAddress({ storage, clock }: RunningPages, address: string): Promise<void> {
  const shop = await storage.state.find("application", "shop");
  assert.ok(shop);
  const value = { ...shop, backchannelLogoutUri: address };
  const actor = { name: "test", at: clock.milliseconds() };
  await storage.state.commit([{ op: "put", kind: "application", value }], actor);
}

async function countFailedAttempts({ storage, clock, runJob }: RunningPages): Promise<number> {
  await runJob("audit");
  const minute = Math.floor(clock.seconds() / 60);
  const counters = await storage.audit.counters("logout_deliveries", minute - 60, minute + 1);
  return counters.reduce((sum, { label, count }) => sum + (label === "retried" ? count : 0), 0);
}

test("a redirect to the inside is not followed", async (t) => {
  const outside = await startLogoutReceiver((_request, response) =>
    response.writeHead(302, { location: `${inside.url}/secret` }).end(),
  );
  t.after(() => outside.stop());
  const pages = await startPages({
    state: createState({ shop: outside.url }),
    settings: { outbound_private: "true" },
  });
  t.after(() => pages.stop());
  await signOutOfShop(pages);
  await pages.runJob("logouts");
  assert.equal(outside.notices.length, 1);
  assert.equal(inside.connections, 0);
});
