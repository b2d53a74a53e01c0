// @engine sqlite: these answers do not depend on the engine.

/** Every example of docs/guides/sign-in.md, run in its order against the demo and what the guide adds to it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import * as jose from "jose";
import * as openid from "openid-client";
import { type Browser, createBrowser, signInAndConsent } from "../support/sign-in.ts";
import { type RunningLicet, startLicet } from "../support/start-licet.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const GUIDE = read("docs/guides/sign-in.md");
const blocks = (language: string) =>
  Array.from(
    GUIDE.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "gm")),
    ([, text = ""]) => text,
  );

const ALICE = { username: "alice", password: "alice-demo-password" };
/** The guide has the address of the demo. The server of this test has another port. */
const GUIDE_URL = "http://127.0.0.1:4455";

describe("docs/guides/sign-in.md", () => {
  let licet: RunningLicet;
  let alice: Browser;
  /** The values that the guide shows as …, from earlier answers. */
  const received: Record<string, string> = {};
  before(async () => {
    licet = await startLicet({ state: read("examples/demo.yaml") });
    const [, publicHalf = "", privateHalf = ""] =
      /^(x: \S+)\nexport SIGNING_KEY='(.+)'$/.exec(await makeKeyAsShown()) ?? [];
    received.signingKey = privateHalf;
    for (const state of blocks("yaml")) await licet.apply(state.replace("x: …", publicHalf));
    alice = createBrowser(licet.url);
  });
  after(() => licet.stop());

  const [authorization, ...exchanges] = pairWithAnswers(blocks("http"));
  assert.ok(authorization);
  assert.equal(exchanges.length, 3);

  test("the redirect to the application is as printed", async () => {
    const [, path = ""] = authorization.request.split(/\s/);
    const { location = "" } = await signInAndConsent(
      alice,
      Object.fromEntries(new URLSearchParams(path.split("?")[1])),
      ALICE,
    );
    const [, shown = ""] = /Location: (\S+)/.exec(authorization.answer) ?? [];
    const actual = location.replace(encodeURIComponent(licet.url), encodeURIComponent(GUIDE_URL));
    assert.match(actual, createPattern(shown));
    received.code = new URL(location).searchParams.get("code") ?? "";
  });

  for (const { request, answer } of exchanges) {
    test(`${request.split("\n")[0]} ${/grant_type=\w+/.exec(request)?.[0] ?? ""}`, async () => {
      const { status, body } = await send(licet.url, fillIn(request, received));
      const [code, ...json] = answer.split("\n");
      assert.equal(status, Number(code), JSON.stringify(body));
      const shown: Record<string, unknown> = JSON.parse(json.join("\n"));
      assert.deepEqual(Object.keys(body).sort(), Object.keys(shown).sort());
      for (const [name, value] of Object.entries(shown))
        assert.match(String(body[name]), createPattern(String(value)));
      Object.assign(received, body);
    });
  }

  test("openid-client signs in the same way", async () => {
    const [code = ""] = blocks("js");
    const sendBrowserTo = async (address: URL) =>
      new URL(
        (await signInAndConsent(alice, Object.fromEntries(address.searchParams), ALICE)).location ?? "",
      );
    const body = code.replace(/^import .*$/m, "").replace(GUIDE_URL, licet.url);
    const run = new Function(
      "openid",
      "sendBrowserTo",
      `return (async () => { ${body}; return { tokens, email }; })()`,
    );
    const { tokens, email } = await run(openid, sendBrowserTo);
    assert.equal(tokens.scope, "openid email orders:read");
    assert.equal(email, "alice@example.test");
  });

  test("a request that is signed as shown is accepted", async () => {
    const [, , code = ""] = blocks("js");
    const body = code.replace(/^import .*$/m, "").replaceAll(GUIDE_URL, licet.url);
    const run = new Function(
      "{ importJWK, SignJWT }",
      "process",
      `return (async () => { ${body}; return address; })()`,
    );
    const address: URL = await run(jose, { env: { SIGNING_KEY: received.signingKey } });
    const { location } = await signInAndConsent(alice, Object.fromEntries(address.searchParams), ALICE);
    assert.match(String(location), /^http:\/\/127\.0\.0\.1:4000\/callback\?code=.+&state=af0ifjsldkj&iss=/);
  });
});

/** What the program of the guide that makes a key pair prints. */
async function makeKeyAsShown(): Promise<string> {
  const [, code = ""] = blocks("js");
  const lines: string[] = [];
  const run = new Function(
    "{ exportJWK, generateKeyPair }",
    "console",
    `return (async () => { ${code.replace(/^import .*$/m, "")} })()`,
  );
  await run(jose, { log: (line: string) => lines.push(line) });
  return lines.join("\n");
}

function pairWithAnswers(
  texts: readonly string[],
): readonly { readonly request: string; readonly answer: string }[] {
  return texts.flatMap((request, index) => {
    const answer = texts[index + 1];
    return /^(GET|POST) /.test(request) && answer !== undefined ? [{ request, answer }] : [];
  });
}

const fillIn = (request: string, received: Readonly<Record<string, string>>): string =>
  request
    .replace(
      /(code|refresh_token)=…/,
      (_all, name: string) => `${name}=${encodeURIComponent(received[name] ?? "")}`,
    )
    .replace("Bearer …", `Bearer ${received.access_token}`);

async function send(url: string, request: string) {
  const [head = "", form] = request.trim().split("\n\n");
  const [line = "", ...lines] = head.split("\n");
  const [method = "", path = ""] = line.split(" ");
  const headers = lines.map((header): [string, string] => {
    const [name = "", value = ""] = header.split(": ");
    return [name, value];
  });
  const response = await fetch(url + path, { method, headers, ...(form !== undefined && { body: form }) });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** A guide may write `…` for what differs each time. */
const createPattern = (shown: string): RegExp =>
  new RegExp(
    `^${shown
      .split("…")
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".+")}$`,
  );
