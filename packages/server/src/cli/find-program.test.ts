import assert from "node:assert/strict";
import { test } from "node:test";
import { findProgram, findPublicProgram } from "./find-program.ts";
import { rewriteCommands } from "./rewrite-commands.ts";
import type { Terminal } from "./terminal.ts";
import { createWriteCommand } from "./typed-command.ts";

const at = (cwd: string, script: string, env: Terminal["env"] = {}) =>
  ({ cwd, env, program: { node: "/usr/bin/node", script } }) as Terminal;

const CHECKOUT = at("/home/ada/licet", "/home/ada/licet/packages/server/bin/licet.mjs");

test("a command is written as it was started: installed, by npx, in a checkout, by its path", () => {
  assert.equal(findProgram(at("/", "/usr/local/bin/licet")), "licet");
  assert.equal(findProgram(at("/app", "/app/node_modules/.bin/licet", { npm_command: "exec" })), "npx licet");
  assert.equal(findProgram(CHECKOUT), "npm run -s licet --");
  const other = at("/home/ada", CHECKOUT.program?.script ?? "", { PATH: "/bin:/usr/bin" });
  assert.equal(findProgram(other), "node licet/packages/server/bin/licet.mjs");
  const elsewhere = at("/tmp", "/home/ada's/licet.mjs");
  assert.equal(findProgram(elsewhere), "/usr/bin/node '/home/ada'\\''s/licet.mjs'");
});

test("pages show how a command is typed in a checkout or by npx, and never the folder of the program", () => {
  assert.equal(findPublicProgram(CHECKOUT), "npm run -s licet --");
  assert.equal(
    findPublicProgram(at("/app", "/app/node_modules/.bin/licet", { npm_command: "exec" })),
    "npx licet",
  );
  assert.equal(findPublicProgram(at("/", "/usr/local/bin/licet")), "licet");
  assert.equal(findPublicProgram(at("/tmp", "/home/ada's/licet.mjs")), "licet");
});

test("a suggested command is quoted for the shell and repeats the settings of this one, without a password", () => {
  const options = { dataDir: "my data", databaseUrl: "postgres://licet:hidden@db/licet" };
  const write = createWriteCommand(at("/", "/usr/local/bin/licet"), options);
  assert.equal(
    write("grant", "user:*", "orders:read"),
    "licet grant 'user:*' orders:read --data-dir 'my data'",
  );
  const open = createWriteCommand(CHECKOUT, { databaseUrl: "postgres://licet@db/licet" });
  assert.equal(
    open("keys", "list"),
    "npm run -s licet -- keys list --database-url postgres://licet@db/licet",
  );
});

test("messages mention commands as they can be typed, and leave other words alone", () => {
  const text = "see licet keys list; file:licet app, @licet role, licet is fine";
  assert.equal(
    rewriteCommands(text, CHECKOUT),
    "see npm run -s licet -- keys list; file:licet app, @licet role, licet is fine",
  );
  assert.equal(rewriteCommands(text, at("/", "/usr/local/bin/licet")), text);
});
