import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseConfigurationFile } from "../../files/parse-configuration-file.ts";
import { hashPassword, isMarkedHash, PUBLISHED_MARK, verifyPassword } from "../passwords/password.ts";
import {
  createIsRefusedCredential,
  isPublishedCredential,
  PUBLISHED_ACCOUNTS,
  PUBLISHED_CREDENTIALS,
} from "./published-credentials.ts";

const ROOT = fileURLToPath(new URL("../../../../../", import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const missing = (values: Iterable<string>) => [...values].filter((value) => !isPublishedCredential(value));

const EXAMPLES = globSync("examples/*.yaml", { cwd: ROOT });
const DOCUMENTS = globSync(["*.md", "docs/**/*.md", "packages/*/*.md"], { cwd: ROOT });

test("every secret, key and password of the examples is in the list", () => {
  assert.ok(EXAMPLES.length >= 2);
  for (const path of EXAMPLES) {
    const { applications, access_accounts, users } = parseConfigurationFile(read(path), path).content;
    const accounts = [
      ...applications.flatMap((application) => application.access_accounts),
      ...access_accounts,
    ];
    const given = [
      ...applications.map(({ client_secret }) => client_secret),
      ...accounts.map(({ secret_key }) => secret_key),
      ...users.map(({ password }) => password),
    ].filter((value) => value !== undefined);
    assert.ok(given.length > 0, path);
    assert.deepEqual(missing(given), [], path);
    for (const { username, password } of users)
      if (password !== undefined)
        assert.ok(PUBLISHED_ACCOUNTS.some((one) => one.username === username && one.password === password));
  }
});

/** `client_secret: …`, `client_secret=…`, `"password": "…"`; and words that say of themselves what they are. */
const GIVEN =
  /\b(?:client_secret|secret_key|password)["']?\s*[:=]\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'`,;&}#]+))/g;
const TELLING = /(?<![\w./-])[a-z0-9]+(?:-[a-z0-9]+)*-(?:secret|password)(?:-[a-z0-9]+)*(?![\w./-])/g;
const GENERATED = /\blsk_[0-9A-Za-z]{40,}/g;

/** Names of files, classes, addresses, variables and an endpoint of others, what a generator makes, and words of texts. */
const NO_CREDENTIAL =
  /[…$<{(]|\.(ts|txt|tsx)$|^[a-z]{1,12}$|^(process\.env\.|os\.environ\[)|^get-application-secret$/i;

function credentialsIn(text: string): ReadonlySet<string> {
  const given = Array.from(
    text.matchAll(GIVEN),
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
  const told = [TELLING, GENERATED].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ([word]) => word),
  );
  const long = told.filter((word) => word.length >= 12);
  return new Set([...given, ...long].filter((value) => value.length >= 8 && !NO_CREDENTIAL.test(value)));
}

test("every secret and password that a document prints is in the list", () => {
  const printed = DOCUMENTS.flatMap((path) => [...credentialsIn(read(path))]);
  assert.ok(printed.includes("demo-reports-secret-not-for-production"), "of the README");
  assert.ok(printed.includes("ada-demo-password"), "of the README, in a sentence");
  assert.ok(printed.includes("correct horse battery staple"), "of a guide, in JSON");
  assert.ok(printed.includes("reports-secret-reports-secret-reports"), "of a guide, in YAML");
  for (const path of DOCUMENTS) assert.deepEqual(missing(credentialsIn(read(path))), [], path);
});

test("each has one spelling only, so that comparing it as it comes is exact", () => {
  for (const value of PUBLISHED_CREDENTIALS) assert.match(value, /^[a-z0-9 -]{8,}$/);
  for (const value of ["", "Ada-demo-password", "ada-demo-password ", "x".repeat(100_000)])
    assert.equal(isPublishedCredential(value), false);
});

test("they are refused where others can reach the server, and nowhere else", () => {
  for (const value of PUBLISHED_CREDENTIALS) {
    assert.equal(createIsRefusedCredential({ isPrivate: false })(value), true);
    assert.equal(createIsRefusedCredential({ isPrivate: true })(value), false);
  }
});

test("the hash of a published password is marked, differs each time, and verifies like any other", async () => {
  const [one, two] = await Promise.all([
    hashPassword("ada-demo-password"),
    hashPassword("ada-demo-password"),
  ]);
  assert.notEqual(one, two);
  assert.ok(one.includes(`$${PUBLISHED_MARK}`));
  assert.ok(isMarkedHash(one));
  assert.ok(await verifyPassword("ada-demo-password", one));
  assert.equal(isMarkedHash(await hashPassword("another password")), false);
  assert.equal(isMarkedHash(`${PUBLISHED_MARK} is no hash`), false);
});
