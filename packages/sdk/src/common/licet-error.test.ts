import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ForbiddenOriginError, IssuerUnavailableError, TokenError } from "../client/index.ts";
import { LicetProblem, LicetUnavailableError } from "../permissions/index.ts";
import { codeOfStatus } from "./code-of-status.ts";
import { LICET_ERROR_CODES, LicetError } from "./licet-error.ts";
import { UsageError } from "./usage-error.ts";

const src = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

test("the README has a row for each code, and for no other", () => {
  const [, section = ""] = read("../../README.md").split(/^## Errors$/m);
  const [table = ""] = section.split(/^## /m);
  const rows = Array.from(table.matchAll(/^\| `(\w+)` \|/gm), ([, code]) => code);
  assert.deepEqual(rows, LICET_ERROR_CODES);
});

test("no other kind of error is made, but for one that does not leave its file", () => {
  const files = globSync("**/*.ts", { cwd: src }).filter((file) => !/\.test\.ts$|testing\//.test(file));
  const plain = files.flatMap((file) =>
    Array.from(read(`../${file}`).matchAll(/\bclass (\w+) extends Error\b|\bnew (?:Type|Range)?Error\(/g)),
  );
  assert.deepEqual(plain.map(([text, name]) => name ?? text).sort(), ["HeaderRejectedError", "LicetError"]);
});

test("an error has its class, its code and its cause", () => {
  const failure = { error: "issuer_unavailable", description: "away", advice: "Ask again later" };
  const cause = new Error("the network is down");
  const away = new IssuerUnavailableError(failure, { cause });
  assert.ok(away instanceof TokenError && away instanceof LicetError);
  assert.deepEqual([away.code, away.name, away.cause], ["unavailable", "IssuerUnavailableError", cause]);
  assert.equal(new ForbiddenOriginError(failure).code, "forbidden_origin");
  assert.equal(new LicetUnavailableError("away").code, "unavailable");
  assert.equal(String(new UsageError("issuer: write it")), "UsageError: issuer: write it");
});

test("a problem of the API has the code of its status, and its own beside it", () => {
  const problem = (status: number) =>
    new LicetProblem({ type: "urn:licet:problem:overloaded", title: "Overloaded", status });
  assert.deepEqual([problem(503).code, problem(503).error], ["unavailable", "overloaded"]);
  assert.equal(problem(412).code, "request_refused");
  assert.deepEqual([429, 500, 404, 302].map(codeOfStatus), [
    "unavailable",
    "unavailable",
    "request_refused",
    "invalid_response",
  ]);
});
