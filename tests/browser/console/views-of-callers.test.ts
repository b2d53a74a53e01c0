import assert from "node:assert/strict";
import { test } from "node:test";
import type { Response } from "playwright-core";
import { signInAsAdministrator } from "./support/administrator.ts";
import { testViews } from "./support/test-views.ts";
import { useOwnConsole } from "./support/use-console.ts";
import { CALLER_VIEWS } from "./support/views.ts";

const FIRST_LOAD_BYTES = 250_000;
const TOO_SMALL_TO_COMPRESS_BYTES = 1_500;

const consoles = useOwnConsole("axe-core would check what other files created, too");
testViews(consoles, CALLER_VIEWS);

test("the home view loads less than 250 kB of compressed JavaScript", async () => {
  const { page, close } = await consoles.visit();
  const scripts = new Map<string, Response>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/console/") && pathname.endsWith(".js")) scripts.set(pathname, response);
  });
  await page.goto(`${consoles.licet.url}/console/`);
  await signInAsAdministrator(page);
  let bytes = 0;
  for (const [path, response] of scripts) {
    const headers = await response.allHeaders();
    const size = Number(headers["content-length"]);
    if (size > TOO_SMALL_TO_COMPRESS_BYTES)
      assert.match(headers["content-encoding"] ?? "", /^(?:br|gzip)$/, path);
    bytes += size;
  }
  assert.ok(bytes > 0 && bytes < FIRST_LOAD_BYTES, `${bytes} bytes in ${scripts.size} files`);
  await close();
});
