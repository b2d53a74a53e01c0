import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { COMMAND_NAMES } from "./command-names.ts";
import { freePort } from "./testing/free-port.ts";
import { listCommands } from "./testing/list-commands.ts";
import { createLicetFolder, type RunningLicet } from "./testing/run-licet.ts";

const guide = readFileSync(new URL("../../../../docs/guides/command-line.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  Array.from(
    guide.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "gm")),
    ([, text = ""]) => text,
  );

/** `licet a "b c" < file # ends with 4`: words, quotes, where standard input comes from, and the exit code. */
function parseLine(line: string) {
  const [told = "", code = "0"] = line.split(" # ends with ");
  const [words = "", input] = told.split(" < ");
  const argv = Array.from(words.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, ...found]) => found.join(""));
  return { argv: argv.slice(1), input, expected: Number(code) };
}

test("the guide lists every command in its table, and shows each of them", async () => {
  const table = Array.from(guide.matchAll(/^\| \[`([a-z-]+)`\]/gm), ([, name = ""]) => name);
  assert.deepEqual(table.toSorted(), [...COMMAND_NAMES].toSorted());
  const shown = await listCommands();
  assert.deepEqual(
    shown.filter((path) => !new RegExp(`licet ${path}\\b`).test(guide)),
    [],
  );
});

test("every command in the guide does what it says", async () => {
  const licet = createLicetFolder({ LICET_PORT: String(await freePort()) });
  const [state = "", ...pieces] = blocks("yaml");
  writeFileSync(join(licet.path, "licet.yaml"), state);
  writeFileSync(join(licet.path, "secret.txt"), /client_secret: (\S+)/.exec(state)?.[1] ?? "");
  writeFileSync(join(licet.path, "password.txt"), "only an example of a password");
  let server: RunningLicet | undefined;
  const lines = blocks("sh").flatMap((block) => block.trim().split("\n"));
  assert.ok(lines.length > 10);
  for (const line of lines) {
    const { argv, input, expected } = parseLine(line);
    const stdin = input === undefined ? "" : readFileSync(join(licet.path, input), "utf8");
    if (argv[0] === "serve") {
      server = licet.start(argv);
      await server.printed(/Database/);
      continue;
    }
    const { code, stdout, stderr } = await licet.run(argv, stdin);
    assert.equal(code, expected, `${line}\n${stderr}`);
    assert.notEqual(stdout, "", line);
    if (line.includes("--output json")) JSON.parse(stdout);
  }
  assert.ok(pieces.length > 0);
  for (const piece of pieces) {
    const { code, stdout, stderr } = await licet.run(["apply", "-"], piece);
    assert.equal(code, 0, `${piece}\n${stderr}`);
    assert.match(stdout, /^\+ /m, "it adds something");
  }
  server?.stop();
  assert.equal((await server?.result)?.code, 0);
  licet.remove();
});
