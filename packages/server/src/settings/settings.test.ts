import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { InvalidInputError } from "../core/errors/errors.ts";
import { type RawSettings, readSettings } from "./settings.ts";

const parent = mkdtempSync(join(tmpdir(), "licet-settings-"));
after(() => rmSync(parent, { recursive: true }));
const folder = () => mkdtempSync(join(parent, "folder-"));
const SECRET = "a secret that is long enough to be accepted";
const read = (flags: RawSettings, env: Record<string, string> = {}, cwd = folder()) =>
  readSettings({ flags, env, cwd });

test("the defaults make an embedded service on the loopback, with a private secret that stays", () => {
  const cwd = folder();
  const settings = read({}, {}, cwd);
  assert.equal(settings.baseUrl, "http://127.0.0.1:4455");
  assert.equal(settings.databaseUrl, `sqlite:${join(cwd, "data", "licet.db")}`);
  assert.equal(statSync(join(cwd, "data", "secret")).mode & 0o777, 0o600);
  assert.equal(readFileSync(join(cwd, "data", "secret"), "utf8").trim(), settings.secrets.values[0]);
  assert.deepEqual(read({}, {}, cwd).secrets, settings.secrets);
});

test("flags override the environment, the environment overrides the file, the file overrides the defaults", () => {
  const cwd = folder();
  writeFileSync(
    join(cwd, "licet.yaml"),
    "port: 1\nhost: 127.0.0.2\nlog_level: warn\ntrusted_proxies: [10.0.0.0/8, '::1']\n",
  );
  const env = { LICET_CONFIG: "licet.yaml", LICET_PORT: "2", LICET_HOST: "127.0.0.3" };
  const settings = read({ port: "3" }, env, cwd);
  assert.deepEqual([settings.port, settings.host, settings.logLevel], [3, "127.0.0.3", "warn"]);
  assert.deepEqual(settings.trustedProxies, ["10.0.0.0/8", "::1"]);
});

test("none says that no proxy is in front, and no value leaves it open", () => {
  const proxiesOf = (value: string) => {
    const { trustedProxies, hasNoProxy } = read({}, { LICET_TRUSTED_PROXIES: value });
    return { trustedProxies, hasNoProxy };
  };
  assert.deepEqual(proxiesOf("none"), { trustedProxies: [], hasNoProxy: true });
  assert.deepEqual(proxiesOf(""), { trustedProxies: [], hasNoProxy: false });
  assert.deepEqual(proxiesOf("10.0.0.1"), { trustedProxies: ["10.0.0.1"], hasNoProxy: false });
});

test("several secrets are given one per line, in the environment, a file or the data folder, or as a list", () => {
  const cwd = folder();
  const old = "the secret that was used until today, and longer";
  const lines = `${SECRET}\n${old}\n`;
  writeFileSync(join(cwd, "secrets"), lines);
  writeFileSync(join(cwd, "licet.yaml"), `secret: ["${SECRET}", "${old}"]\n`);
  mkdirSync(join(cwd, "data"));
  writeFileSync(join(cwd, "data", "secret"), lines);
  for (const env of [
    { LICET_SECRET: lines },
    { LICET_SECRET_FILE: "secrets" },
    { LICET_CONFIG: "licet.yaml" },
    {},
  ])
    assert.deepEqual(read({}, env as Record<string, string>, cwd).secrets.values, [SECRET, old]);
});

const EVERYBODY =
  /trusted_proxies \(LICET_TRUSTED_PROXIES\) is not valid: a network of every address would let every caller choose/;

describe("a setting that is not right stops the start and says what was expected", () => {
  const cases: [RawSettings, Record<string, string>, RegExp][] = [
    [{}, { LICET_PROT: "1" }, /^LICET_PROT is not a setting; known are LICET_BASE_URL, /],
    [
      { port: "65536" },
      {},
      /^the setting port \(LICET_PORT\) is not valid: expected a whole number from 0 to 65535$/,
    ],
    [{ port: "1e3" }, {}, /LICET_PORT/],
    [{ base_url: "https://id.example.test/" }, {}, /without a path or a final slash/],
    [{ base_url: "https://id.example.test/path" }, {}, /without a path/],
    [{ base_url: "https://ID.example.test" }, {}, /in lower case/],
    [{ base_url: "ftp://id.example.test" }, {}, /LICET_BASE_URL/],
    [
      { base_url: "http://id.example.test" },
      {},
      /expected https:\/\/, because http:\/\/id\.example\.test sends tokens.*LICET_ALLOW_HTTP=true/,
    ],
    [{ base_url: "http://10.0.0.1:4455", allow_http: "false" }, {}, /LICET_ALLOW_HTTP=true/],
    // Without a base URL, the default is made from the host.
    [{ host: "192.0.2.1" }, {}, /LICET_ALLOW_HTTP=true/],
    [{ base_url: "http://id.example.test", allow_http: "yes" }, {}, /LICET_ALLOW_HTTP\) is not valid/],
    [{ database_url: "mysql://x" }, {}, /expected sqlite:PATH or postgres:/],
    [
      { database_url: "postgres://db/licet" },
      {},
      /LICET_SECRET or LICET_SECRET_FILE when the database is PostgreSQL/,
    ],
    [
      { database_url: "sqlite:x.db", database_direct_url: "postgres://db/licet" },
      {},
      /LICET_DATABASE_DIRECT_URL\) is not valid: .*LICET_DATABASE_URL with the same PostgreSQL/,
    ],
    [{ database_url: "postgres://pooler/licet", database_direct_url: "db:5432" }, {}, /DIRECT_URL/],
    [{ secret: "short" }, {}, /at least 32 characters/],
    [{ secret: SECRET, secret_file: "x" }, {}, /either LICET_SECRET or LICET_SECRET_FILE/],
    [{ secret_file: "missing" }, {}, /cannot read LICET_SECRET_FILE/],
    [{ trusted_proxies: "10.0.0.0/33" }, {}, /IP addresses or networks/],
    [{ trusted_proxies: "proxy.internal" }, {}, /IP addresses or networks/],
    [{ trusted_proxies: "none, 10.0.0.1" }, {}, /IP addresses or networks .*, or none alone/],
    [{ trusted_proxies: "0.0.0.0/0" }, {}, EVERYBODY],
    [{ trusted_proxies: "10.0.0.1, ::/0" }, {}, EVERYBODY],
    [{}, { LICET_TRUSTED_PROXIES: "10.0.0.0/0" }, EVERYBODY],
    [{ trusted_proxies: "::ffff:0:0/96" }, {}, EVERYBODY],
    [{ trusted_proxies: "::/8" }, {}, EVERYBODY],
    [{ trusted_proxies: "2000::/3" }, {}, EVERYBODY],
    [{ limit_client_failures: "-1" }, {}, /limit_client_failures .* a whole number from 0/],
    [{ limit_window_seconds: "0" }, {}, /limit_window_seconds .* a whole number from 1 to 86400/],
    [{ log_level: "loud" }, {}, /one of fatal, error/],
    [{ security_contact: "security@example.test" }, {}, /mailto:…, https:\/\/… or tel:…/],
    [{ security_contact: "http://example.test/security" }, {}, /LICET_SECURITY_CONTACT/],
    [
      { security_contact: "mailto:security@example.test\nPolicy: https://evil.test" },
      {},
      /LICET_SECURITY_CONTACT/,
    ],
    [{ security_policy: "http://example.test/policy" }, {}, /LICET_SECURITY_POLICY/],
    [
      { secret: `${SECRET}\n\ntoo short` },
      {},
      /at least 32 characters; of several values, one a line, in each/,
    ],
  ];
  for (const [flags, env, expected] of cases) {
    test(JSON.stringify({ ...flags, ...env }), () => {
      assert.throws(
        () => read(flags, env),
        (error: Error) => expected.test(error.message) && !error.message.includes("short"),
      );
    });
  }
});

describe("a settings file that is not right stops the start, and its content stays out of the message", () => {
  const cases: [file: string, expected: RegExp][] = [
    ["data_dir:\n", /licet\.yaml: data_dir has no value$/],
    ["brand_colour: #0b5fff\n", /licet\.yaml: brand_colour has no value$/],
    ["data_dir: null\n", /licet\.yaml: data_dir has no value$/],
    ["trusted_proxies: [10.0.0.1, ]\nallowed_hosts: [~]\n", /licet\.yaml: allowed_hosts has no value$/],
    ["port: &port 1\nhost: *other\n", /licet\.yaml: an alias cannot be resolved$/],
    [`secret: { value: "${SECRET}" }\n`, /licet\.yaml: secret must be a text or a list of texts$/],
    [`trusted_proxies: [[10.0.0.1]]\n`, /licet\.yaml: trusted_proxies must be a text or a list of texts$/],
    [`port: 1\nsecret: "${SECRET}\n`, /licet\.yaml: not valid YAML, line 3, column 1$/],
    [`secret: "${SECRET}" "${SECRET}"\n`, /licet\.yaml: not valid YAML, line 1, column \d+$/],
    ["- port\n", /licet\.yaml: expected settings, one a line$/],
  ];
  for (const [file, expected] of cases) {
    test(JSON.stringify(file), () => {
      const cwd = folder();
      writeFileSync(join(cwd, "licet.yaml"), file);
      assert.throws(
        () => read({}, { LICET_CONFIG: "licet.yaml" }, cwd),
        (error: Error) => {
          assert.ok(error instanceof InvalidInputError);
          assert.match(error.message, expected);
          assert.ok(!error.message.includes("a secret"));
          return true;
        },
      );
    });
  }
});

test("the values of a settings file are read as they are written", () => {
  const cwd = folder();
  const digits = "12345678901234567890123456789012";
  writeFileSync(
    join(cwd, "licet.yaml"),
    `secret: ${digits}\nbrand_name: 007\ntrusted_proxies: []\nallowed_hosts: ""\n`,
  );
  const settings = read({}, { LICET_CONFIG: "licet.yaml" }, cwd);
  assert.deepEqual(settings.secrets.values, [digits]);
  assert.equal(settings.brandName, "007");
  assert.deepEqual([settings.trustedProxies, settings.allowedHosts], [[], []]);
});

describe("a base URL without TLS", () => {
  for (const base_url of ["http://127.0.0.1:4455", "http://localhost", "http://[::1]:4455"])
    test(`${base_url} needs no permission, because the traffic stays on the machine`, () =>
      assert.equal(read({ base_url }).baseUrl, base_url));

  test("a base URL on another host needs permission", () => {
    const base_url = "http://licet.internal:4455";
    assert.equal(read({ base_url }, { LICET_ALLOW_HTTP: "true" }).baseUrl, base_url);
  });

  test("https never does", () => assert.equal(read({ base_url: "https://id.example.test" }).port, 4455));

  test("a server that listens everywhere starts as it is: its own address is the loopback's", () =>
    assert.equal(read({ host: "0.0.0.0" }).baseUrl, "http://127.0.0.1:4455"));
});
