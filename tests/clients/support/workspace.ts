import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/testing/root.ts";
import type { Workspace } from "../client.ts";

const CACHE = join(root, ".cache/clients");

export function openWorkspace(name: string, say: Workspace["say"]): Workspace {
  const folder = join(CACHE, name);
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, "tests/clients", name), folder, { recursive: true, force: true });
  return { folder, say };
}

/** Installs once, and again when one of the manifests has changed or an earlier install was interrupted. */
export async function installOnce(
  { folder, say }: Workspace,
  manifests: readonly string[],
  install: () => Promise<void>,
): Promise<void> {
  const stamp = join(folder, ".installed");
  const hash = createHash("sha256");
  for (const manifest of manifests) hash.update(readFileSync(join(folder, manifest)));
  const wanted = hash.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  rmSync(stamp, { force: true });
  say(`installing what ${manifests[0]} names`);
  await install();
  writeFileSync(stamp, wanted);
}
