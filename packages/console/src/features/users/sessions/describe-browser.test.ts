import assert from "node:assert/strict";
import { test } from "node:test";
import { describeBrowser } from "./describe-browser.ts";

test("browsers are told apart although each claims to be the others", () => {
  const known = [
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
      "Edge 140, Windows",
    ],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
      "Chrome 141, Linux",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0",
      "Firefox 142, macOS",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
      "Safari 18, iPhone",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
      "Chrome 140, Android",
    ],
  ] as const;
  for (const [userAgent, words] of known) assert.equal(describeBrowser(userAgent), words);
});

test("a known program is named, and of others nothing is guessed", () => {
  assert.equal(describeBrowser("curl/8.9.1"), "curl 8");
  assert.equal(describeBrowser("something/1.0"), undefined);
  assert.equal(describeBrowser(""), undefined);
});
