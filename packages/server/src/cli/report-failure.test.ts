import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { test } from "node:test";
import { ConflictError } from "../core/errors/errors.ts";
import { reportFailure } from "./report-failure.ts";

function report(error: unknown, debug: boolean, argv: readonly string[] = []) {
  let text = "";
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const code = reportFailure(error, { stderr, env: {}, argv, cwd: "/" }, { debug });
  return { code, stderr: text };
}

test("an expected error prints only its message, with and without --debug", () => {
  const expected = { code: 1, stderr: "licet: the name is taken\n" };
  assert.deepEqual(report(new ConflictError("the name is taken"), false), expected);
  assert.deepEqual(report(new ConflictError("the name is taken"), true), expected);
});

test("a database URL with a password is not repeated in a hint", () => {
  const error = new ConflictError("there is no role x; licet role list shows them");
  const argv = ["role", "show", "x", "--database-url=postgres://licet:hidden@db/licet", "--config", "a.yaml"];
  const expected = "licet: there is no role x; licet role list --config a.yaml shows them\n";
  assert.equal(report(error, false, argv).stderr, expected);
});

test("an unexpected error is reported as unexpected, with its stack only for --debug", () => {
  const plain = report(new TypeError("x is not a function"), false);
  assert.equal(plain.code, 1);
  assert.match(plain.stderr, /^licet: unexpected error: x is not a function\nAdd --debug/);
  assert.doesNotMatch(plain.stderr, /\n {4}at /);
  assert.match(report(new TypeError("x is not a function"), true).stderr, /\n {4}at /);
  assert.equal(report("a text", true).stderr, "licet: unexpected error: a text\na text\n");
});
