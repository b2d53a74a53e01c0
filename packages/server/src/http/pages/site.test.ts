import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_BRAND } from "./brand.ts";
import { assetHeaders, createSite } from "./site.ts";
import { SAMPLE_PAGES } from "./testing/sample-pages.ts";

const site = createSite(DEFAULT_BRAND);

test("an asset is named by its content: another colour is another file, the rest stays", () => {
  const other = createSite({ ...DEFAULT_BRAND, colour: "#5b21b6" });
  assert.notEqual(other.paths.brandStyles, site.paths.brandStyles);
  assert.notEqual(other.icon.path, site.icon.path);
  assert.equal(other.paths.styles, site.paths.styles);
  assert.match(site.paths.styles, /^\/assets\/licet-[\w-]{16}\.css$/);
});

test("every file that a page names is served, and may be kept for ever", () => {
  const served = new Set(site.assets.map(({ path }) => path));
  const named = Object.values(SAMPLE_PAGES).flatMap((page) =>
    Array.from(
      page({ site, language: "en", scriptNonce: "n".repeat(16) }).matchAll(/"(\/assets\/[^"]+)"/g),
      (match) => match[1] ?? "",
    ),
  );
  assert.deepEqual(new Set(named), served);
  for (const asset of site.assets)
    assert.match(assetHeaders(asset)["cache-control"] ?? "", /immutable/, asset.path);
});

test("no stylesheet or script reaches out to another server", () => {
  for (const { path, body } of site.assets) {
    const text = String(body).replaceAll("http://www.w3.org/2000/svg", "");
    assert.doesNotMatch(text, /url\(|@import|https?:/, path);
  }
});
