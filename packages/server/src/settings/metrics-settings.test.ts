import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { parseMetricsSettings } from "./metrics-settings.ts";
import { type RawSettings, SETTING_DEFINITIONS } from "./settings.ts";

const TOKEN = "0123456789abcdef-0123456789ABCDEF";
const folder = mkdtempSync(join(tmpdir(), "licet-metrics-"));
after(() => rmSync(folder, { recursive: true }));

const parse = (raw: RawSettings) =>
  parseMetricsSettings((name) => raw[name] ?? SETTING_DEFINITIONS[name].default, folder).metrics;

describe("the settings of the metrics", () => {
  test("say nothing by default, so that it depends on whether the server is private", () => {
    assert.deepEqual(parse({}), { access: undefined, token: undefined, listen: undefined });
  });

  test("are public on a listener of their own, unless they have a token", () => {
    assert.equal(parse({ metrics_listen: "127.0.0.1:9464" }).access, "public");
    const withToken = parse({ metrics_listen: "127.0.0.1:9464", metrics: "token", metrics_token: TOKEN });
    assert.equal(withToken.access, "token");
  });

  test("take the token from a file, without the end of its line", () => {
    writeFileSync(join(folder, "token"), `${TOKEN}\n`);
    assert.equal(parse({ metrics: "token", metrics_token_file: "token" }).token, TOKEN);
  });

  test("keep a token while the metrics are off", () => {
    assert.equal(parse({ metrics: "off", metrics_token: TOKEN }).access, "off");
  });

  for (const [listen, host, port] of [
    ["127.0.0.1:9464", "127.0.0.1", 9464],
    ["0.0.0.0:0", "0.0.0.0", 0],
    ["localhost:9464", "localhost", 9464],
    ["[::1]:9464", "::1", 9464],
  ] as const)
    test(`listen on ${listen}`, () =>
      assert.deepEqual(parse({ metrics_listen: listen }).listen, { host, port }));

  const REFUSED: readonly (readonly [RawSettings, RegExp])[] = [
    [{ metrics: "yes" }, /metrics \(LICET_METRICS\) is not valid: expected public, token or off/],
    [{ metrics: "token" }, /LICET_METRICS_TOKEN or LICET_METRICS_TOKEN_FILE/],
    [{ metrics_token: TOKEN }, /expected token, because LICET_METRICS_TOKEN is set/],
    [{ metrics: "public", metrics_token: TOKEN }, /expected token, because/],
    [{ metrics: "token", metrics_token: TOKEN, metrics_token_file: "token" }, /and not both/],
    [{ metrics: "token", metrics_token: TOKEN.slice(0, 31) }, /at least 32/],
    [{ metrics: "token", metrics_token: `${TOKEN} with spaces` }, /at least 32 .*letters, digits/],
    [{ metrics: "token", metrics_token_file: "missing" }, /cannot read LICET_METRICS_TOKEN_FILE/],
    [
      { metrics: "off", metrics_listen: "127.0.0.1:9464" },
      /LICET_METRICS_LISTEN.*because LICET_METRICS is off/,
    ],
    ...[
      "9464",
      ":9464",
      "127.0.0.1",
      "127.0.0.1:",
      "127.0.0.1:70000",
      "::1:9464",
      "[::1]",
      "[x]:1",
      "http://a:1",
      "a b:1",
    ].map(
      (metrics_listen) =>
        [{ metrics_listen }, /LICET_METRICS_LISTEN\) is not valid: expected HOST:PORT/] as const,
    ),
  ];
  for (const [raw, message] of REFUSED)
    test(`refuse ${JSON.stringify(raw).slice(0, 80)}`, () => {
      assert.throws(
        () => parse(raw),
        (error: Error) => {
          assert.match(error.message, message);
          assert.ok(!error.message.includes(TOKEN.slice(0, 31)), "no message shows the token");
          return true;
        },
      );
    });
});
