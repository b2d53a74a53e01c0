import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());
const users = Array.from({ length: 1_500 }, (_, index) => ({ kind: "user", username: `user-${index}` }));
const write = (name: string, lines: readonly object[]) =>
  writeFileSync(join(licet.path, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

test("a file is imported once, however often it is given", async () => {
  write("users.ndjson", users);
  const first = await licet.run(["import", "users.ndjson"]);
  assert.equal(first.code, 0, first.stderr);
  assert.equal(first.stdout, "1,500 created, 0 updated, 0 unchanged\n");
  const second = await licet.run(["import", "users.ndjson", "--output", "json"]);
  const { revision: _, ...counts } = JSON.parse(second.stdout);
  assert.deepEqual(counts, { last_line_stored: 1_500, created: 0, updated: 0, unchanged: 1_500 });
});

test("a refused line is named with the line to go on from", async () => {
  const more = users.map(({ username, ...rest }) => ({ ...rest, username: `more-${username}` }));
  write("more.ndjson", more.with(1_200, { kind: "user", username: "no spaces" }));
  const refused = await licet.run(["import", "more.ndjson"]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /line 1201: username: .*is not a username/);
  assert.match(refused.stderr, /Lines up to 1000 are stored\. Go on with --from-line 1001\./);
  write("more.ndjson", more);
  const rest = await licet.run(["import", "more.ndjson", "--from-line", "1001"]);
  assert.equal(rest.stdout, "500 created, 0 updated, 0 unchanged\n");
});

test("with --atomic a refused line leaves nothing behind", async () => {
  write("whole.ndjson", [{ kind: "user", username: "whole" }, { kind: "user" }]);
  const { code, stderr } = await licet.run(["import", "whole.ndjson", "--atomic"]);
  assert.equal(code, 1);
  assert.match(stderr, /Nothing was stored\./);
  assert.equal((await licet.run(["user", "show", "whole"])).code, 1);
});

test("a missing file is named", async () => {
  const { code, stderr } = await licet.run(["import", "missing.ndjson"]);
  assert.equal(code, 1);
  assert.match(stderr, /cannot read missing\.ndjson/);
});
