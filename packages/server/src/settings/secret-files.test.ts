import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { InvalidInputError } from "../core/errors/errors.ts";
import { readSettings } from "./settings.ts";

const SECRET = "a secret that is long enough to be accepted";
const URL = "postgres://licet:hunter2@db/licet";
const DIRECT = "postgres://licet:hunter2@primary/licet";

const parent = mkdtempSync(join(tmpdir(), "licet-secret-files-"));
after(() => rmSync(parent, { recursive: true }));

/** A folder of files, and a reading of settings in it. */
function createFolder(files: Readonly<Record<string, string | Uint8Array>>) {
  const cwd = mkdtempSync(join(parent, "folder-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  return { cwd, read: (env: Record<string, string>) => readSettings({ flags: {}, env, cwd }) };
}

const IN_FILES = {
  LICET_SECRET_FILE: "secret",
  LICET_DATABASE_URL_FILE: "url",
  LICET_DATABASE_DIRECT_URL_FILE: "direct",
};

for (const [name, end] of Object.entries({ none: "", "of Unix": "\n", "of Windows": "\r\n", two: "\n\n" }))
  test(`every secret setting is read from its file, with the line end: ${name}`, () => {
    const { read } = createFolder({ secret: SECRET + end, url: URL + end, direct: DIRECT + end });
    const { secrets, databaseUrl, databaseDirectUrl } = read(IN_FILES);
    assert.deepEqual([secrets.values, databaseUrl, databaseDirectUrl], [[SECRET], URL, DIRECT]);
  });

test("a path is relative to the working directory, and so is a SQLite file named in it", () => {
  const { cwd, read } = createFolder({ url: "sqlite:other.db\n" });
  assert.equal(read({ LICET_DATABASE_URL_FILE: "url" }).databaseUrl, `sqlite:${join(cwd, "other.db")}`);
});

test("the settings file may name such a file", () => {
  const { read } = createFolder({ "licet.yaml": "database_url_file: url\n", url: URL, secret: SECRET });
  const env = { LICET_CONFIG: "licet.yaml", LICET_SECRET_FILE: "secret" };
  assert.equal(read(env).databaseUrl, URL);
});

describe("a secret file that is not right stops the start without its content in the message", () => {
  const files = {
    secret: SECRET,
    url: URL,
    empty: "",
    lines: "\r\n",
    large: `${URL}${" ".repeat(70_000)}`,
    bytes: Uint8Array.of(0xff, 0xfe, 0x00),
    mysql: "mysql://licet:hunter2@db/licet\n",
    short: "hunter2\n",
  };
  const cases: [env: Record<string, string>, expected: RegExp][] = [
    [
      { LICET_DATABASE_URL: URL, LICET_DATABASE_URL_FILE: "url" },
      /expected either LICET_DATABASE_URL or LICET_DATABASE_URL_FILE, and not both$/,
    ],
    [
      { LICET_DATABASE_DIRECT_URL: URL, LICET_DATABASE_DIRECT_URL_FILE: "url" },
      /expected either LICET_DATABASE_DIRECT_URL or LICET_DATABASE_DIRECT_URL_FILE, and not both$/,
    ],
    [{ LICET_SECRET: SECRET, LICET_SECRET_FILE: "secret" }, /either LICET_SECRET or LICET_SECRET_FILE/],
    [{ LICET_DATABASE_URL_FILE: "nowhere" }, /^cannot read LICET_DATABASE_URL_FILE at .*no such file$/],
    [{ LICET_DATABASE_URL_FILE: "folder" }, /^cannot read LICET_DATABASE_URL_FILE at .*it is a folder$/],
    [{ LICET_DATABASE_URL_FILE: "" }, /LICET_DATABASE_URL_FILE\) is not valid: expected the path of a file$/],
    [{ LICET_DATABASE_URL_FILE: "empty" }, /LICET_DATABASE_URL_FILE at .*empty is empty; write the value/],
    [{ LICET_SECRET_FILE: "lines" }, /LICET_SECRET_FILE at .*lines is empty; write the value/],
    [
      { LICET_DATABASE_DIRECT_URL_FILE: "large" },
      /LICET_DATABASE_DIRECT_URL_FILE at .* more than 65536 bytes/,
    ],
    [{ LICET_DATABASE_URL_FILE: "bytes" }, /is not text in UTF-8/],
    [
      { LICET_DATABASE_URL_FILE: "mysql" },
      /database_url_file \(LICET_DATABASE_URL_FILE\) is not valid: expected a file that holds sqlite:PATH or/,
    ],
    [{ LICET_DATABASE_DIRECT_URL_FILE: "url" }, /LICET_DATABASE_DIRECT_URL_FILE\) is not valid: .*pooler$/],
    [{ LICET_SECRET_FILE: "short" }, /LICET_SECRET_FILE\) is not valid: expected at least 32 characters/],
  ];
  for (const [env, expected] of cases)
    test(JSON.stringify(env).replaceAll("hunter2", "…"), () => {
      const { cwd, read } = createFolder(files);
      mkdirSync(join(cwd, "folder"));
      assert.throws(
        () => read(env),
        (error: Error) => {
          assert.ok(error instanceof InvalidInputError);
          assert.match(error.message, expected);
          assert.doesNotMatch(error.message, /hunter2|a secret that/);
          return true;
        },
      );
    });
});
