import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { rolldown } from "rolldown";
import { shipNamedFiles } from "./ship-named-files.ts";

/** Bundles these files, removes them, and returns what the bundle prints. */
async function runBundled(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "licet-named-files-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const source = join(folder, "source");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  }
  await using bundle = await rolldown({
    input: join(source, "main.ts"),
    platform: "node",
    plugins: [shipNamedFiles({ [join(source, "pages")]: "site" })],
  });
  await bundle.write({ dir: join(folder, "out"), format: "esm", entryFileNames: "lib/[name].mjs" });
  rmSync(source, { recursive: true });
  return execFileSync(process.execPath, [join(folder, "out/lib/main.mjs")], { encoding: "utf8" }).trim();
}

test("a named file, folder and thread are found in the bundle", async (t) => {
  const printed = await runBundled(t, {
    "main.ts": `
      import { readdirSync, readFileSync } from "node:fs";
      import { Worker } from "node:worker_threads";
      const text: string = readFileSync(new URL("./text.txt", import.meta.url), "utf8");
      const pages = readdirSync(new URL("./pages/", import.meta.url));
      new Worker(new URL("./deep/thread.ts", import.meta.url)).once("message", (said: string) =>
        console.log(text, pages.join(), said));`,
    "text.txt": "a text",
    "pages/.note": "of the build",
    "pages/index.html": "a page",
    "deep/thread.ts": `
      import { parentPort } from "node:worker_threads";
      import { greeting } from "./greeting.ts";
      parentPort?.postMessage(greeting satisfies string);`,
    "deep/greeting.ts": 'export const greeting = "hello from a thread";',
  });
  assert.equal(printed, "a text index.html hello from a thread");
});

for (const named of [
  'new URL("./" + name + ".txt", import.meta.url)',
  "join(import.meta.dirname, name)",
  'import.meta.resolve("./text.txt")',
])
  test(`a file that is named as ${named} fails the build, with the line`, async (t) => {
    const main = `const name = "text";\nconsole.log(${named});`;
    await assert.rejects(runBundled(t, { "main.ts": main, "text.txt": "" }), (error) => {
      assert.ok(String(error).includes(`console.log(${named})`), String(error));
      return true;
    });
  });

test("a folder without a name in the package fails the build", async (t) => {
  const main = 'console.log(new URL("./others/", import.meta.url));';
  await assert.rejects(runBundled(t, { "main.ts": main, "others/a.txt": "" }), /has no name in the package/);
});
