import assert from "node:assert/strict";
import { test } from "node:test";
import { describeUserAgent } from "./describe-user-agent.ts";

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0";

test("a browser is called by its own name, not by those it claims for compatibility", () => {
  const known: readonly (readonly [string, string, string, boolean])[] = [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0`, "Edge", "Windows", false],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 OPR/120.0`,
      "Opera",
      "Windows",
      false,
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, "Chrome", "Linux", false],
    [
      `Mozilla/5.0 (Linux; Android 15) ${CHROME} Mobile Safari/537.36 MicroMessenger/8.0`,
      "WeChat",
      "Android",
      true,
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0",
      "Firefox",
      "macOS",
      false,
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
      "Safari",
      "iPhone",
      true,
    ],
  ];
  for (const [userAgent, browser, system, handheld] of known) {
    const { version, ...described } = describeUserAgent(userAgent);
    assert.deepEqual(described, { browser, system, handheld });
  }
});

test("the version is the browser's own", () => {
  const versionOf = (userAgent: string) => describeUserAgent(userAgent).version;
  assert.equal(versionOf(`Mozilla/5.0 (Windows NT 10.0) ${CHROME} Safari/537.36 Edg/139.0`), "139");
  assert.equal(
    versionOf("Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1"),
    "18",
  );
  assert.equal(versionOf("curl/8.9.1"), "8");
  assert.equal(versionOf("Mozilla/5.0 Edg/unknown"), undefined);
});

test("a meaningless user agent is described as nothing, at any length", () => {
  assert.deepEqual(describeUserAgent(""), { handheld: false });
  assert.deepEqual(describeUserAgent("Version/1 ".repeat(100_000)), { handheld: false });
});
