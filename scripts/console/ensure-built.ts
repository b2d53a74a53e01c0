import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../testing/root.ts";

const folder = join(root, "packages/console");
const stampFile = join(folder, "dist/.built-from");

/** Builds the console once per state of its source; the usual case reads the source and returns. */
export async function ensureConsoleBuilt(): Promise<void> {
  const stamp = stampOfSource();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  console.log("Building the console (some seconds, once) …");
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: folder,
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("the console could not be built; the messages above say why");
  writeFileSync(stampFile, stamp);
}

function stampOfSource(): string {
  const sources = globSync(["src/**/*", "index.html", "package.json", "vite.config.ts"], {
    cwd: folder,
    withFileTypes: true,
  });
  const files = sources.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const digest = createHash("sha256");
  for (const file of [...files, join(root, "package-lock.json")].sort())
    digest.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return digest.digest("hex");
}
