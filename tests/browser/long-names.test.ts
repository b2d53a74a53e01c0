import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { after, before, test } from "node:test";
import {
  ASSETS as SHOP_ASSETS,
  SAMPLE_PAGES as SHOP_PAGES,
} from "../../examples/shop/testing/sample-pages.ts";
import { DEFAULT_BRAND } from "../../packages/server/src/http/pages/brand.ts";
import { createSite } from "../../packages/server/src/http/pages/site.ts";
import { SAMPLE_PAGES } from "../../packages/server/src/http/pages/testing/sample-pages.ts";
import { useChromium } from "./support/chromium.ts";
import { type Application, startApplication } from "./support/start-application.ts";

/** Users and applications may have any name. */
const NAMES = {
  "one long word": "W".repeat(200),
  "many short words": "il ".repeat(70).trim(),
  "Chinese without a space": "授权".repeat(100),
};

const chromium = useChromium();
let server: Application;
before(async () => {
  server = await startApplication();
  server.serve(servePages());
});
after(() => server.stop());

for (const name of Object.keys(NAMES)) {
  test(`${name} for every name and text fits on every page at 360 px`, async () => {
    const context = await chromium.open({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
    const page = await context.newPage();
    const tooWide: string[] = [];
    for (const sample of Object.keys({ ...SAMPLE_PAGES, ...SHOP_PAGES })) {
      await page.goto(`${server.url}/${sample}?${encodeURIComponent(name)}`);
      const isTooWide = await page.evaluate("document.documentElement.scrollWidth > 360");
      if (isTooWide) tooWide.push(sample);
    }
    assert.deepEqual(tooWide, []);
    await context.close();
  });
}

function servePages(): RequestListener {
  const site = createSite(DEFAULT_BRAND);
  const { styles, icon } = SHOP_ASSETS;
  const shop = { language: "en", assets: { styles: styles.path, icon: icon.path } } as const;
  return ({ url = "" }, response) => {
    const [path = "", name = ""] = url.split("?");
    const asset = [...site.assets, styles, icon].find((one) => one.path === path);
    if (asset) return void response.setHeader("content-type", asset.mediaType).end(asset.body);
    const text = NAMES[decodeURIComponent(name) as keyof typeof NAMES];
    const sample = path.slice(1);
    const html =
      SAMPLE_PAGES[sample]?.({ site, language: "en" }, () => text) ?? SHOP_PAGES[sample]?.(shop, () => text);
    response.setHeader("content-type", "text/html; charset=utf-8").end(html);
  };
}
