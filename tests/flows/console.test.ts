// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { requestHead, sendRaw } from "../security/raw-connection.ts";
import { sendRequest } from "../security/send-request.ts";
import {
  createBrowser,
  exchange,
  readAuthorizationResponse,
  refresh,
  signInAndConsent,
} from "../support/sign-in.ts";
import { postForm, type RunningLicet, startLicet } from "../support/start-licet.ts";
import { createPkce } from "../support/storefront.ts";

const PAGE = `<!doctype html><title>Licet</title>${"<p>a console</p>".repeat(50)}`;
const SCRIPT = "document.title = 'Licet';".repeat(50);
const OPERATOR = { username: "olga", password: "olga keeps it running" };
const STATE = `
users:
  - { username: ${OPERATOR.username}, password: ${OPERATOR.password}, name: Olga }
  - { username: nobody, password: nobody may do anything }
  - { username: root }
assignments:
  - { principal: user:olga, permission: licet:users.read }
  - { principal: user:olga, permission: licet:stats.read }
  - { principal: user:root, role: licet-administrator }
`;

const folder = mkdtempSync(join(tmpdir(), "licet-console-"));
let licet: RunningLicet;
let withoutConsole: RunningLicet;
before(async () => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), PAGE);
  writeFileSync(join(folder, "favicon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  writeFileSync(join(folder, "assets", "app-Xy12.js"), SCRIPT);
  writeFileSync(join(folder, "assets", "app-Xy12.js.map"), "{}");
  licet = await startLicet({ state: STATE, consoleDirectory: folder });
  withoutConsole = await startLicet({ state: "", consoleDirectory: join(folder, "nowhere") });
});
after(async () => {
  await Promise.all([licet.stop(), withoutConsole.stop()]);
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  sendRequest("GET", licet.url + path, { headers });

describe("the page of the console", () => {
  test("an address with broken escapes is a page for a browser, and a problem for a program", async () => {
    const ACCEPT_OF_BROWSERS = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    for (const path of ["/console/%E0%A4%A", "/console/roles/100%", "/console/%zz?next=1"]) {
      const page = await get(path, { accept: ACCEPT_OF_BROWSERS, "accept-language": "zh-CN" });
      assert.equal(page.status, 404, path);
      assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
      assert.match(page.text, /<html lang="zh/);
      assert.match(page.text, /这里什么也没有/);
      assert.ok(page.text.includes(String(page.headers["x-request-id"])));
      assert.match(String(page.headers["content-security-policy"]), /default-src 'none'/);
      assert.equal(page.headers["x-frame-options"], "DENY");
      assert.doesNotMatch(page.text, /%|A4/, "nothing of the address is repeated");
      for (const accept of ["application/json", "*/*", undefined]) {
        const problem = await get(path, accept === undefined ? {} : { accept });
        assert.equal(problem.status, 400, path);
        assert.match(String(problem.headers["content-type"]), /^application\/problem\+json\b/);
      }
    }
    const api = await get("/api/v1/roles/%E0%A4%A", { accept: ACCEPT_OF_BROWSERS });
    assert.match(String(api.headers["content-type"]), /^application\/problem\+json\b/);
  });

  test("is there for every path that is no file, under a strict policy", async () => {
    for (const path of [
      "/console/",
      "/console/users",
      "/console/callback?code=1&state=2",
      "/console/roles/a%2Fb",
    ]) {
      const { status, text, headers } = await get(path);
      assert.equal(status, 200, path);
      assert.equal(text, PAGE);
      assert.equal(headers["content-type"], "text/html; charset=utf-8");
      assert.equal(
        headers["content-security-policy"],
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      );
      assert.equal(headers["x-frame-options"], "DENY");
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["referrer-policy"], "same-origin");
      assert.equal(headers["cross-origin-opener-policy"], "same-origin");
      assert.equal(headers["cache-control"], "no-cache");
      assert.equal(headers["set-cookie"], undefined);
    }
  });

  test("is not sent again to a browser that has it", async () => {
    const { etag } = (await get("/console/")).headers;
    assert.ok(typeof etag === "string");
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get("/console/users", { "if-none-match": known });
      assert.deepEqual([again.status, again.text], [304, ""]);
      assert.equal(again.headers.etag, etag);
    }
    assert.equal((await get("/console/", { "if-none-match": '"other"' })).status, 200);
  });

  test("is found from the root and without the slash", async () => {
    for (const path of ["/", "/console"]) {
      const { status, headers } = await get(path);
      assert.deepEqual([status, headers.location], [303, "/console/"]);
    }
  });

  test("answers no other method", async () => {
    for (const path of ["/", "/console", "/console/", "/console/assets/app-Xy12.js"]) {
      for (const method of ["POST", "PUT", "DELETE", "HEAD"]) {
        const { status, headers } = await sendRequest(method, licet.url + path);
        assert.deepEqual([status, headers.allow], [405, "GET"], `${method} ${path}`);
      }
    }
  });
});

describe("the files of the console", () => {
  test("that are named by their content may be kept for ever", async () => {
    const { status, headers, text } = await get("/console/assets/app-Xy12.js");
    assert.deepEqual([status, text], [200, SCRIPT]);
    assert.equal(headers["content-type"], "text/javascript; charset=utf-8");
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers.vary, "accept-encoding");
  });

  test("that are not are asked for each time", async () => {
    const { headers } = await get("/console/favicon.svg");
    assert.equal(headers["content-type"], "image/svg+xml");
    assert.equal(headers["cache-control"], "no-cache");
    assert.equal((await get("/console/favicon.svg", { "if-none-match": String(headers.etag) })).status, 304);
  });

  test("are sent compressed to a browser that accepts that", async () => {
    for (const accepted of ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.5"]) {
      const response = await fetch(`${licet.url}/console/assets/app-Xy12.js`, {
        headers: { "accept-encoding": accepted },
      });
      assert.equal(response.headers.get("content-encoding"), "gzip", accepted);
      assert.equal(await response.text(), SCRIPT);
    }
    const raw = await sendRaw(
      licet.url,
      requestHead(licet.url, "GET /console/assets/app-Xy12.js", { "Accept-Encoding": "gzip" }),
    );
    assert.ok(Number(raw.headers["content-length"]) < SCRIPT.length / 2);
    for (const accepted of ["", "br", "gzip;q=0", "gzip;q=0.000", "xgzip", "identity"]) {
      const { headers, text } = await get("/console/assets/app-Xy12.js", { "accept-encoding": accepted });
      assert.deepEqual([headers["content-encoding"], text], [undefined, SCRIPT], accepted);
    }
    const [plain, packed] = [await get("/console/"), await get("/console/", { "accept-encoding": "gzip" })];
    assert.notEqual(plain.headers.etag, packed.headers.etag);
  });

  test("CVE-2021-43798: whatever a path says, no other file is served", async () => {
    const tried = [
      ...["/console/assets/", "/console/assets/missing.js", "/console/assets/app-Xy12.js.map"],
      ...["/console/../package.json", "/console/..%2f..%2fpackage.json", "/console/%2e%2e/package.json"],
      ...[
        "/console/assets/../index.html",
        "/console/assets/..%2findex.html",
        "/console/..%5c..%5cpackage.json",
      ],
      ...["/console/.", "/console/./assets/app-Xy12.js", "/console/a%00b", "/console/assets/app-Xy12.js%00"],
      ...["/console/assets//app-Xy12.js", "/console/assets/app-Xy12.js/", "/console/assets/__proto__"],
    ];
    for (const path of tried) {
      const answer = await sendRaw(licet.url, requestHead(licet.url, `GET ${path}`));
      assert.equal(answer.status, 404, path);
      assert.match(answer.body, /There is nothing here/);
    }
    for (const path of [
      "/console/etc/passwd",
      "/console//etc/passwd",
      "/console/__proto__",
      "/console/index.html",
    ]) {
      const answer = await sendRaw(licet.url, requestHead(licet.url, `GET ${path}`));
      assert.deepEqual([answer.status, answer.body], [200, PAGE], path);
    }
  });
});

test("a console that was not built says so, and how to build it", async () => {
  for (const path of ["/console/", "/console/users", "/console/assets/app.js"]) {
    const { status, text, headers } = await sendRequest("GET", withoutConsole.url + path);
    assert.equal(status, 503);
    assert.match(text, /npm run build/);
    assert.equal(headers["cache-control"], "no-store");
  }
  const chinese = await sendRequest("GET", `${withoutConsole.url}/console/`, {
    headers: { "accept-language": "zh" },
  });
  assert.match(chinese.text, /控制台/);
});

describe("signing in to the console", () => {
  const requestOf = (more: Record<string, string | undefined> = {}) => ({
    client_id: "licet-console",
    response_type: "code",
    redirect_uri: `${licet.url}/console/callback`,
    scope: "openid profile offline_access licet:*",
    state: "a state",
    ...more,
  });
  const redirect = () => ({ client_id: "licet-console", redirect_uri: `${licet.url}/console/callback` });

  test("the operator signs in without a consent page, and the token carries what the operator may do", async () => {
    const { code_verifier, challenge } = createPkce();
    const answer = readAuthorizationResponse(
      await signInAndConsent(createBrowser(licet.url), requestOf(challenge), OPERATOR),
    );
    const { status, body } = await exchange(licet, answer.code ?? "", { ...redirect(), code_verifier });
    assert.equal(status, 200);
    assert.equal(body.scope, "openid profile offline_access licet:users.read licet:stats.read");
    const authorization = `Bearer ${body.access_token}`;
    const ask = async (path: string) =>
      (await fetch(`${licet.url}/api/v1${path}`, { headers: { authorization } })).status;
    assert.deepEqual([await ask("/users"), await ask("/about"), await ask("/roles")], [200, 200, 403]);
    const renewed = await refresh(licet, String(body.refresh_token), { client_id: "licet-console" });
    assert.equal(renewed.status, 200);
  });

  test("a user without any permission gets in, and can do nothing", async () => {
    const { code_verifier, challenge } = createPkce();
    const user = { username: "nobody", password: "nobody may do anything" };
    const answer = readAuthorizationResponse(
      await signInAndConsent(createBrowser(licet.url), requestOf(challenge), user),
    );
    const { body } = await exchange(licet, answer.code ?? "", { ...redirect(), code_verifier });
    assert.equal(body.scope, "openid profile offline_access");
    assert.equal(body.scope_rejected, "licet:*");
  });

  test("the tokens, refused scopes and errors of the console are not counted with those of applications", async () => {
    const client_id = "licet-console";
    assert.equal((await refresh(licet, "no such token", { client_id })).status, 400);
    // Anyone can name the console. These are not its own requests.
    const guessed = await refresh(licet, "no such token", { client_id, client_secret: "a guess" });
    assert.equal(guessed.body.error, "invalid_client");
    const foreign = await postForm(`${licet.url}/oidc/token`, { grant_type: "password", client_id });
    assert.equal(foreign.body.error, "unsupported_grant_type");
    const names = ["tokens_issued", "scopes_refused", "token_errors"];
    const now = Math.floor(Date.now() / 60_000);
    const listCounts = async (counters: readonly string[]) =>
      (await licet.services.storage.audit.counters(counters, now - 60, now + 60, "total")).map(
        ({ name, label, count }) => [name, label, count],
      );
    const own = names.map((name) => `console_${name}`);
    await licet.runJob("audit");
    assert.deepEqual(await listCounts(own), [
      ["console_scopes_refused", "not_granted", 1],
      ["console_token_errors", "invalid_grant", 1],
      ["console_tokens_issued", "authorization_code", 2],
      ["console_tokens_issued", "refresh_token", 1],
    ]);
    assert.deepEqual(await listCounts(names), [
      ["token_errors", "invalid_client", 1],
      ["token_errors", "unsupported_grant_type", 1],
    ]);
  });

  test("without PKCE, or to another address, nothing is sent", async () => {
    const browser = createBrowser(licet.url);
    const without = readAuthorizationResponse(await signInAndConsent(browser, requestOf(), OPERATOR));
    assert.equal(without.error, "invalid_request");
    const { challenge } = createPkce();
    for (const redirect_uri of [
      "https://evil.test/console/callback",
      `${licet.url}/console/`,
      `${licet.url}/console/callback/x`,
    ]) {
      const page = await signInAndConsent(browser, requestOf({ ...challenge, redirect_uri }), OPERATOR);
      assert.equal(page.status, 400, redirect_uri);
    }
  });
});
