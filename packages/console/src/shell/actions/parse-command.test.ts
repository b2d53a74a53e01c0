import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCommand } from "./parse-command.ts";

test("a typed action is understood in both languages, also before it is complete", () => {
  const role = "clerk";
  assert.deepEqual(parseCommand("assign "), { kind: "assign", role: "" });
  assert.deepEqual(parseCommand("Assign clerk"), { kind: "assign", role });
  assert.deepEqual(parseCommand("assign clerk to "), { kind: "assign", role, principal: "" });
  assert.deepEqual(parseCommand("assign clerk to bob"), { kind: "assign", role, principal: "bob" });
  assert.deepEqual(parseCommand("授予 clerk 给 bob"), { kind: "assign", role, principal: "bob" });
  assert.deepEqual(parseCommand("授予clerk"), { kind: "assign", role });
  assert.deepEqual(parseCommand("rotate secret of reports"), { kind: "rotate", application: "reports" });
  assert.deepEqual(parseCommand("rotate the secret"), { kind: "rotate", application: "" });
  assert.deepEqual(parseCommand("更换 reports 的密钥"), { kind: "rotate", application: "reports" });
  assert.deepEqual(parseCommand("更换密钥 reports"), { kind: "rotate", application: "reports" });
  assert.deepEqual(parseCommand("disable user bob"), { kind: "disable", user: "bob" });
  assert.deepEqual(parseCommand("disable bob"), { kind: "disable", user: "bob" });
  assert.deepEqual(parseCommand("停用用户 bob"), { kind: "disable", user: "bob" });
});

test("a name that begins like an action is searched, not run", () => {
  for (const text of ["assign", "assignments", "rotate", "disabled users", "tomato", "", "role to"])
    assert.equal(parseCommand(text), undefined, text);
});
