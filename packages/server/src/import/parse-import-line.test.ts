import assert from "node:assert/strict";
import { test } from "node:test";
import { parseImportLine } from "./parse-import-line.ts";

function refusalsOf(line: object) {
  const parsed = parseImportLine({ number: 7, bytes: 0, text: JSON.stringify(line) });
  assert.ok("length" in parsed, "it is refused");
  return parsed.map(({ path, message, issue }) => [path, message, issue]);
}
const UNKNOWN = { code: "unknown_member" };

test("each unknown key of a line is refused at its place, with a key that the line may have", () => {
  assert.deepEqual(refusalsOf({ kind: "user", usernam: "a", username: "b", emial: "c" }), [
    [["usernam"], 'unknown key; did you mean "username"?', UNKNOWN],
    [["emial"], 'unknown key; did you mean "email"?', UNKNOWN],
  ]);
  const [grant] = refusalsOf({ kind: "role", name: "clerk", grants: [{ permission: "a:b", wen: "true" }] });
  assert.deepEqual(grant, [["grants", 0, "wen"], 'unknown key; did you mean "when"?', UNKNOWN]);
});

test("a line of a user has no password, and no key of it is taken for one", () => {
  assert.deepEqual(refusalsOf({ kind: "user", username: "ok", passwrod: "a long word" }), [
    [["passwrod"], "unknown key", UNKNOWN],
  ]);
  const [[path, message] = []] = refusalsOf({ kind: "user", username: "ok", password: "a long word" });
  assert.deepEqual(path, ["password"]);
  assert.match(String(message), /^lines have no passwords; .*one-time link.*licet user password$/);
});
