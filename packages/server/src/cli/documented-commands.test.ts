import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { freePort } from "./testing/free-port.ts";
import { createLicetFolder, type RunningLicet } from "./testing/run-licet.ts";

const guide = readFileSync(new URL("../../../../docs/guides/command-line.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  Array.from(
    guide.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "gm")),
    ([, text = ""]) => text,
  );

/** `licet a "b c" < file`: words, quotes, and where standard input comes from. */
function parseLine(line: string) {
  const [words = "", input] = line.split(" < ");
  const argv = Array.from(words.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? "");
  return { argv: argv.slice(1), input };
}

test("every command in the guide does what it says", async () => {
  const licet = createLicetFolder({ LICET_PORT: String(await freePort()) });
  const [state = ""] = blocks("yaml");
  writeFileSync(join(licet.path, "licet.yaml"), state);
  writeFileSync(join(licet.path, "secret.txt"), /client_secret: (\S+)/.exec(state)?.[1] ?? "");
  let server: RunningLicet | undefined;
  const lines = blocks("sh").flatMap((block) => block.trim().split("\n"));
  assert.ok(lines.length > 10);
  for (const line of lines) {
    const { argv, input } = parseLine(line);
    const stdin = input === undefined ? "" : readFileSync(join(licet.path, input), "utf8");
    if (argv[0] === "serve") {
      server = licet.start(argv);
      await server.printed(/Database/);
      continue;
    }
    const { code, stdout, stderr } = await licet.run(argv, stdin);
    assert.equal(code, 0, `${line}\n${stderr}`);
    assert.notEqual(stdout, "", line);
    if (line.includes("json")) JSON.parse(stdout);
  }
  server?.stop();
  assert.equal((await server?.result)?.code, 0);
  licet.remove();
});
