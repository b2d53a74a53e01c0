// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { sendRequest } from "../security/send-request.ts";
import { type RunningLicet, startLicet } from "../support/start-licet.ts";

const SCRIPT = "document.documentElement.classList.add('dark')";
const HOME = `<!doctype html><script>${SCRIPT}</script><script src="/docs/assets/app.js"></script>home`;

const folder = mkdtempSync(join(tmpdir(), "licet-docs-"));
let licet: RunningLicet;
let withoutDocs: RunningLicet;
before(async () => {
  mkdirSync(join(folder, "assets"));
  mkdirSync(join(folder, "guides"));
  mkdirSync(join(folder, "zh"));
  writeFileSync(join(folder, "index.html"), HOME);
  writeFileSync(join(folder, "404.html"), "<!doctype html>no such page");
  writeFileSync(join(folder, "guides", "install.html"), "<!doctype html>install");
  writeFileSync(join(folder, "zh", "index.html"), "<!doctype html>你好");
  writeFileSync(join(folder, "assets", "app.js"), "export {};");
  symlinkSync("/etc/passwd", join(folder, "passwd.html"));
  licet = await startLicet({ state: "", docsDirectory: folder });
  withoutDocs = await startLicet({ state: "", docsDirectory: join(folder, "nowhere") });
});
after(async () => {
  await Promise.all([licet.stop(), withoutDocs.stop()]);
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  sendRequest("GET", licet.url + path, { headers });

describe("the documentation of a server", () => {
  test("has pages without endings, and a home page in each language", async () => {
    for (const [typed, meant] of [
      ["/docs", "/docs/"],
      ["/docs/zh", "/docs/zh/"],
      ["/docs/guides/install/", "/docs/guides/install"],
    ] as const) {
      const moved = await get(typed);
      assert.equal(moved.status, 303, typed);
      assert.equal(moved.headers.location, meant);
    }
    for (const [path, text] of [
      ["/docs/", /home/],
      ["/docs/guides/install", /install/],
      ["/docs/guides/install.html", /install/],
      ["/docs/zh/", /你好/],
    ] as const) {
      const page = await get(path);
      assert.equal(page.status, 200, path);
      assert.match(page.text, text);
      assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
    }
  });

  test("runs the scripts that were built into a page, and no other", async () => {
    const policy = String((await get("/docs/")).headers["content-security-policy"]);
    const digest = createHash("sha256").update(SCRIPT).digest("base64");
    assert.ok(policy.includes(`script-src 'self' 'sha256-${digest}';`), policy);
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(String((await get("/docs/zh/")).headers["content-security-policy"]), /script-src 'self';/);
  });

  test("is kept by browsers as long as it stays the same", async () => {
    const asset = await get("/docs/assets/app.js");
    assert.equal(asset.headers["cache-control"], "public, max-age=31536000, immutable");
    const page = await get("/docs/guides/install");
    assert.equal(page.headers["cache-control"], "no-cache");
    const again = await get("/docs/guides/install", { "if-none-match": String(page.headers.etag) });
    assert.equal(again.status, 304);
  });

  test("says what it does not have, and has nothing outside of its folder", async () => {
    for (const path of ["/docs/nowhere", "/docs/passwd", "/docs/..%2f..%2fetc%2fpasswd", "/docs/guides"]) {
      const page = await get(path);
      assert.equal(page.status, 404, path);
      assert.match(page.text, /no such page/);
      assert.doesNotMatch(page.text, /root:/);
    }
    const asset = await get("/docs/assets/gone.js");
    assert.equal(asset.status, 404);
    assert.doesNotMatch(asset.text, /no such page/, "a script is not replaced by a page");
  });

  test("that was not built is a page that says how", async () => {
    const page = await sendRequest("GET", `${withoutDocs.url}/docs/`);
    assert.equal(page.status, 404);
    assert.match(page.text, /npm run docs/);
    const chinese = await sendRequest("GET", `${withoutDocs.url}/docs/guides/install`, {
      headers: { "accept-language": "zh-CN" },
    });
    assert.match(chinese.text, /文档尚未就绪/);
  });
});
