import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { readConsole } from "./read-console.ts";

function makeFolder(t: { after(work: () => void): void }, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "licet-console-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test("the files are read with their types, and compressed where that helps", async (t) => {
  const script = "console.log(1);".repeat(100);
  const folder = makeFolder(t, {
    "index.html": "<!doctype html>",
    "assets/app-1.js": script,
    "assets/a/b.css": "a{}",
  });
  const built = await readConsole(folder);
  assert.deepEqual([...(built?.files.keys() ?? [])].sort(), ["assets/a/b.css", "assets/app-1.js"]);
  const file = built?.files.get("assets/app-1.js");
  assert.equal(file?.mediaType, "text/javascript; charset=utf-8");
  assert.equal(String(file?.bytes), script);
  assert.equal(String(gunzipSync((await file?.gzipped()) ?? "")), script);
  assert.equal(await built?.files.get("assets/a/b.css")?.gzipped(), undefined, "it would only grow");
  assert.equal(String(built?.page.bytes), "<!doctype html>");
});

test("source maps, notes and links to elsewhere are left out", async (t) => {
  const folder = makeFolder(t, {
    "index.html": "",
    "app.js.map": "{}",
    "README.md": "",
    ".env": "X=1",
    LICENSE: "",
  });
  symlinkSync("/etc/passwd", join(folder, "passwd.html"));
  symlinkSync("/etc", join(folder, "assets"));
  assert.deepEqual([...((await readConsole(folder))?.files.keys() ?? [])], []);
});

test("without a folder, or without its page, there is no console", async (t) => {
  assert.equal(await readConsole("/nowhere/to/be/found"), undefined);
  assert.equal(await readConsole(makeFolder(t, { "assets/app.js": "1" })), undefined);
});
