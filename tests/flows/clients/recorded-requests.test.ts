/**
 * Sends the requests of libraries, byte for byte, as `npm run test:clients -- --record` recorded them. Names in braces
 * stand for values that are new each time.
 */

import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { root } from "../../../scripts/testing/root.ts";
import { type Recording, readRecording } from "../../clients/recording.ts";
import { ALICE, CALLBACK, writeConfiguration } from "../../clients/support/world.ts";
import { sendRaw } from "../../security/raw-connection.ts";
import {
  consent,
  createBrowser,
  decodeClaims,
  followRedirects,
  readAuthorizationResponse,
  signIn,
} from "../../support/sign-in.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";

const LIBRARIES = ["authlib", "requests-oauthlib"];
const SIGN_IN = "openid profile email offline_access orders:read";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

let licet: RunningLicet;
before(async () => {
  const applications = LIBRARIES.map((client_id) => ({
    client_id,
    redirect_uris: [CALLBACK],
    post_logout_redirect_uris: [],
    require_pushed_authorization_requests: false,
  }));
  licet = await startLicet({ state: writeConfiguration(applications, publicKey.export({ format: "jwk" })) });
});
after(() => licet.stop());

for (const library of LIBRARIES)
  describe(library, () => {
    const recording = readRecording(library);
    const replayed = new Set<string>();
    const send = (name: string, values: Values = {}) => {
      replayed.add(name);
      return replay(recording, name, values);
    };
    const listNames = (kind: string) =>
      Object.keys(recording.requests).filter((name) => name.startsWith(kind));

    for (const name of listNames("token client_credentials"))
      test(`${name}: a machine gets what it may have`, async () => {
        const isSigned = name.endsWith("private_key_jwt");
        const { status, body } = await send(
          name,
          isSigned ? { client_assertion: signAssertion(recording) } : {},
        );
        assert.equal(status, 200, JSON.stringify(body));
        assert.equal(body.scope, "orders:read");
        assert.equal(body.scope_rejected, isSigned ? "" : "orders:delete");
      });

    test("a user signs in, and every refresh names the scope first asked for", async () => {
      const code = await getCode(recording);
      const first = await send("token authorization_code client_secret_basic", { code });
      let tokens = expectTokens(first);
      const { name, email } = decodeClaims(tokens.id_token);
      assert.deepEqual([name, email], [ALICE.name, ALICE.email]);
      for (const refresh of listNames("token refresh_token"))
        tokens = expectTokens(await send(refresh, { refresh_token: tokens.refresh_token }));
      const { access_token, refresh_token } = tokens;
      assert.equal((await send("userinfo", { access_token })).body.email, ALICE.email);
      if (!("revoke" in recording.requests)) return;
      assert.equal((await send("introspect", { access_token })).body.active, true);
      assert.equal((await send("revoke", { refresh_token })).status, 200);
      assert.deepEqual((await send("introspect", { access_token })).body, { active: false });
    });

    test("nothing that was recorded is left out", () => {
      assert.deepEqual([...replayed].sort(), Object.keys(recording.requests).sort());
    });
  });

test("docs/guides/clients.md has configuration that Licet takes", async () => {
  const guide = readFileSync(join(root, "docs/guides/clients.md"), "utf8");
  const { n } = publicKey.export({ format: "jwk" });
  const blocks = Array.from(
    guide.matchAll(/```yaml\n((?:applications|resources):[\s\S]*?)```/g),
    ([, yaml = ""]) => yaml,
  );
  assert.equal(blocks.length, 2);
  for (const yaml of blocks) await licet.apply(yaml.replace("n: …", `n: ${n}`));
});

type Values = Readonly<Record<string, string>>;

async function replay(recording: Recording, name: string, values: Values) {
  const request = recording.requests[name];
  assert.ok(request, `${name} was not recorded`);
  const fill = (text: string, given: Values) =>
    Object.entries(given).reduce((filled, [key, value]) => filled.replace(`{${key}}`, value), text);
  const body = fill(request.body, values);
  const head = { ...values, host: new URL(licet.url).host, length: String(body.length) };
  const bytes = [...request.head.map((line) => fill(line, head)), "", body].join("\r\n");
  assert.doesNotMatch(bytes, /[{}]/, "every name has its value");
  const answer = await sendRaw(licet.url, bytes);
  return {
    status: answer.status,
    body: (answer.body === "" ? {} : JSON.parse(answer.body)) as Record<string, unknown>,
  };
}

/** Follows the authorization request of the library through our pages. */
async function getCode({ authorization }: Recording): Promise<string> {
  const browser = createBrowser(licet.url);
  const login = await followRedirects(browser, await browser.get(authorization));
  const { code } = readAuthorizationResponse(await consent(browser, await signIn(browser, login, ALICE)));
  assert.ok(code);
  return code;
}

function expectTokens({ status, body }: Awaited<ReturnType<typeof replay>>) {
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.scope, SIGN_IN);
  assert.equal(body.scope_rejected, "orders:delete");
  return body as { access_token: string; refresh_token: string; id_token: string };
}

/** Signs the same header and claims in the same order, with the current time and for this server. */
function signAssertion({ assertion }: Recording): string {
  assert.ok(assertion);
  const now = Math.floor(Date.now() / 1000);
  const { iat, exp } = assertion.claims;
  const claims = { ...assertion.claims, iat: now + Number(iat), exp: now + Number(exp) };
  const [header, payload] = [assertion.header, claims].map((part) =>
    Buffer.from(JSON.stringify(part).replaceAll("{host}", new URL(licet.url).host)).toString("base64url"),
  );
  const signed = `${header}.${payload}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
}
