import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { DEFAULT_BRAND } from "./brand.ts";
import { renderLogoutPage } from "./logout-page.ts";
import { readBrandLogo } from "./read-brand-logo.ts";
import { assetHeaders, createSite } from "./site.ts";

const folder = mkdtempSync(join(tmpdir(), "licet-logo-"));
after(() => rmSync(folder, { recursive: true }));

const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR and so on", "latin1");

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test("the logo becomes a file of the site, named by its content, and the pages show it", () => {
  const site = createSite(DEFAULT_BRAND, readBrandLogo(write("logo", PNG)));
  const asset = site.assets.find(({ path }) => path === site.brand.logoUrl);
  assert.ok(asset);
  assert.match(asset.path, /^\/assets\/logo-[\w-]{16}\.png$/);
  assert.equal(assetHeaders(asset)["content-type"], "image/png");
  assert.deepEqual(asset.body, PNG);
  const page = renderLogoutPage(
    { site, language: "en" },
    { csrf: "", interactionId: "", accountName: "Alice" },
  );
  assert.ok(page.includes(`<img class="brand-logo" src="${asset.path}"`));
});

test("without a logo the pages show ours, and nothing more is served", () => {
  const site = createSite(DEFAULT_BRAND);
  assert.equal(site.brand.logoUrl, undefined);
  assert.ok(!site.assets.some(({ path }) => path.includes("logo")));
});

const expected =
  /^the setting brand_logo \(LICET_BRAND_LOGO\) is not valid: expected a PNG, JPEG or WebP file of at most 256 kB; /;

test("256 kB are taken and a byte more is not", () => {
  const path = write("large", PNG);
  truncateSync(path, 256 * 1024);
  assert.equal(readBrandLogo(path).bytes.length, 256 * 1024);
  truncateSync(path, 256 * 1024 + 1);
  assert.throws(() => readBrandLogo(path), { name: "InvalidInputError", message: expected });
  assert.throws(() => readBrandLogo(path), /has 262145 bytes$/);
});

const refused: readonly (readonly [what: string, path: string, why: RegExp])[] = [
  ["SVG, which can hold a script", write("logo.png", "<svg xmlns='http://www.w3.org/2000/svg'/>"), /else$/],
  ["an empty file", write("empty.png", ""), /is something else$/],
  ["a file that is not there", join(folder, "missing.png"), /missing\.png cannot be read \(ENOENT\)$/],
  ["a folder", folder, /is not a file$/],
];
for (const [what, path, why] of refused) {
  test(`${what} is no logo, and the message says what is`, () => {
    assert.throws(() => readBrandLogo(path), { name: "InvalidInputError", message: expected });
    assert.throws(() => readBrandLogo(path), why);
  });
}
