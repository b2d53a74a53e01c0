// @engine sqlite: the tutorial runs on the embedded database.
/** docs/tutorial.md, done as a reader does it: its files are saved, its commands typed, and its users sign in. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freePort } from "../../packages/server/src/cli/testing/free-port.ts";
import { root } from "../../scripts/testing/root.ts";
import { answerPattern } from "../support/documents/answer-pattern.ts";
import { type CommandRunner, createCommandRunner } from "../support/documents/command-runner.ts";
import { readBlocks, readCommands } from "../support/documents/read-commands.ts";
import { useChromium } from "./support/chromium.ts";
import { allow, signIn } from "./support/user-at-page.ts";

const TUTORIAL = "docs/tutorial.md";
const chromium = useChromium();
const programs: ChildProcess[] = [];
let terminal: CommandRunner;
let web: string;
/** The ports of the tutorial may be taken here. */
let adapt: (text: string) => string;

before(async () => {
  terminal = await createCommandRunner();
  const [api, shop] = [await freePort(), await freePort()];
  web = `http://127.0.0.1:${shop}`;
  // All ports at once: a port that was put in may begin with another one of the tutorial.
  const ports: Record<string, string> = { 4455: new URL(terminal.url).port, 4100: `${api}`, 4000: `${shop}` };
  adapt = (text) =>
    text.replace(/(127\.0\.0\.1:|listen\()(\d{4})\b/g, (_, before, port) => before + (ports[port] ?? port));
  symlinkSync(join(root, "node_modules"), join(terminal.folder, "node_modules"));
  for (const { content } of readBlocks(TUTORIAL)) {
    const [, name] = /^(?:#|\/\/) (\S+\.(?:yaml|mjs))\n/.exec(content) ?? [];
    if (name) terminal.writeFile(name, adapt(content));
  }
});
after(async () => {
  await stopPrograms();
  await terminal.stop();
});

async function stopPrograms(): Promise<void> {
  for (const program of programs.splice(0)) {
    const ended = once(program, "exit");
    program.kill();
    await ended;
  }
}

async function startProgram(file: string): Promise<void> {
  const program = spawn(process.execPath, [file], {
    cwd: terminal.folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  programs.push(program);
  await once(program.stdout ?? assert.fail("no output"), "data");
}

for (const { place, command, answer } of readCommands(TUTORIAL)) {
  if (command.startsWith("npm install ")) continue; // tests/packages installs the packages as they are packed
  test(`${place}: ${command}`, async () => {
    const [, file] = /^node (\S+\.mjs)$/.exec(command) ?? [];
    if (file) return await startProgram(file);
    // The tutorial shows the status of an error; the runner would take it for a failed command.
    const typed = adapt(command.replace(/ +# .*$/, "")).replace(
      "curl -s -o",
      "curl --no-fail-with-body -s -o",
    );
    const { code, stdout, stderr } = await terminal.run(typed, answer);
    assert.equal(code, Number(/# ends with (\d+)$/.exec(command)?.[1] ?? 0), stderr);
    if (answer !== undefined) assert.match(stdout, answerPattern(answer));
  });
}

async function visit(username: string, leavesOut?: string): Promise<string> {
  const context = await chromium.open({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(`${web}/login`);
  await signIn(page, { username, password: `${username}-tutorial-password` });
  await page.waitForSelector("#consent-allow");
  if (leavesOut) await page.uncheck(`input[value="${leavesOut}"]`);
  await allow(page);
  await page.waitForURL(`${web}/callback**`);
  const shown = await page.locator("body").innerText();
  await context.close();
  return shown;
}

test("alice may change both orders", async () => {
  const shown = await visit("alice");
  assert.match(shown, /^Hello Alice\ngranted: openid profile orders:read orders:write\nrefused: nothing\n/);
  assert.match(shown, /change order 42: 200\nchange order 77: 200/);
});

test("bob is refused what he does not hold everywhere", async () => {
  const shown = await visit("bob");
  assert.match(shown, /^Hello Bob\ngranted: openid profile orders:read\nrefused: orders:write\n/);
  assert.match(shown, /change order 42: 403\nchange order 77: 403/);
});

test("carol leaves out what the token then does not carry", async () => {
  const shown = await visit("carol", "orders:write");
  assert.match(shown, /refused: orders:write\nchange order 42: 403\nchange order 77: 403/);
});

test("a visitor who comes again, or says no, is told what happened", async () => {
  const context = await chromium.open({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(`${web}/login`);
  await signIn(page, { username: "alice", password: "alice-tutorial-password" });
  await page.waitForURL(`${web}/callback**`);
  // The cookies of Licet come here, too: those of a host are for all its ports.
  await page.goto(`${web}/login`);
  assert.match(await page.locator("body").innerText(), /^Hello Alice/);
  await page.reload();
  assert.match(
    await page.locator("body").innerText(),
    /^Hello Alice/,
    "the code is spent, so she comes again",
  );
  await context.close();
  const other = await (await chromium.open({ locale: "en-GB" })).newPage();
  await other.goto(`${web}/login`);
  const cookie = (await other.context().cookies(web)).map(({ name, value }) => `${name}=${value}`).join("; ");
  const answer = await fetch(`${web}/callback?error=access_denied`, { headers: { cookie } });
  assert.equal(await answer.text(), "Not signed in: access_denied");
  await other.context().close();
});

test("with the changed lines, bob changes the order that he may change", async () => {
  const [scope, requirement] = readBlocks(TUTORIAL)
    .map(({ content }) => content.trim())
    .filter((content) => /^(scope: |requireAnyScope)/.test(content)) as [string, string];
  change("web.mjs", /scope: "openid .*/, scope);
  change("api.mjs", 'requireScopes("orders:write"),', requirement);
  change("api.mjs", "{ auth, ", "{ auth, requireAnyScope, ");
  await stopPrograms();
  await startProgram("api.mjs");
  await startProgram("web.mjs");
  const shown = readBlocks(TUTORIAL).find(({ content }) => content.startsWith("Hello Bob"))?.content;
  assert.equal((await visit("bob")).trim(), shown?.trim());
});

function change(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(join(terminal.folder, file), "utf8");
  const changed = before.replace(from, to);
  assert.notEqual(changed, before);
  terminal.writeFile(file, changed);
}
