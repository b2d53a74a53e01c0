import assert from "node:assert/strict";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { ensureBuilt } from "../scripts/builds/ensure-built.ts";
import { CONSOLE } from "../scripts/console/ensure-console-built.ts";

/** A workspace as ours: a console that imports a text of the server, which imports another. */
const root = mkdtempSync(join(tmpdir(), "licet-workspace-"));
after(() => rmSync(root, { recursive: true }));
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
write("package-lock.json", "{}");
write("packages/console/package.json", "{}");
write("packages/console/index.html", '<script type="module" src="/src/main.ts"></script>');
write(
  "packages/console/src/main.ts",
  'import { text } from "../../server/texts-in.ts"; document.title = text; import("./lazy.ts");',
);
write("packages/console/src/lazy.ts", 'document.body.append("later");');
write("packages/server/texts-in.ts", 'export { text } from "./texts/english.ts";');
write("packages/server/texts/english.ts", 'export const text: string = "first words";');
write("packages/server/other.ts", "export const other = 1;");

const built = { ...CONSOLE, root, folder: join(root, "packages/console") };
const builtScript = () =>
  globSync("dist/assets/*.js", { cwd: built.folder })
    .map((file) => readFileSync(join(built.folder, file), "utf8"))
    .join("");

test("the console is built again when a file changes that it imports from the server, and not otherwise", async () => {
  assert.equal(await ensureBuilt(built), true);
  assert.match(builtScript(), /first words/);
  assert.equal(await ensureBuilt(built), false);

  write("packages/server/other.ts", "export const other = 2;");
  assert.equal(await ensureBuilt(built), false, "nothing of the console imports it");

  write("packages/server/texts/english.ts", 'export const text: string = "second words";');
  assert.equal(await ensureBuilt(built), true);
  assert.match(builtScript(), /second words/);
  assert.equal(await ensureBuilt(built), false);
});

test("a console whose note of what it was built from cannot be read is built again", async () => {
  // As the versions wrote it that knew nothing of imports.
  writeFileSync(join(built.folder, "dist/.built-from"), "0".repeat(64));
  assert.equal(await ensureBuilt(built), true);
});
