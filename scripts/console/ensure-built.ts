import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { findPackageFolders } from "../packages/bundled-packages.ts";
import { root } from "../testing/root.ts";

export interface BuiltFolder {
  /** The workspace; all inputs are files below it. */
  readonly root: string;
  readonly folder: string;
}

const CONSOLE: BuiltFolder = { root, folder: join(root, "packages/console") };
const BUILDER = fileURLToPath(new URL("build-console.ts", import.meta.url));

/** Builds the console once per state of its inputs. Usually it only compares the state and returns false. */
export async function ensureConsoleBuilt(built: BuiltFolder = CONSOLE): Promise<boolean> {
  const stampFile = stampOf(built);
  const recorded = readStamp(stampFile);
  if (recorded !== undefined && digest(built, recorded.imported) === recorded.digest) return false;
  console.log("Building the console (some seconds, once) …");
  const inputsFile = join(built.folder, "dist/.inputs");
  const child = spawn(process.execPath, [BUILDER, built.folder, inputsFile], {
    cwd: built.folder,
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("the console could not be built; the messages above say why");
  const { inputs, bundled } = JSON.parse(readFileSync(inputsFile, "utf8"));
  const imported = importedFiles(built, inputs);
  const packages = findPackageFolders(bundled);
  rmSync(inputsFile);
  writeFileSync(stampFile, JSON.stringify({ digest: digest(built, imported), imported, packages }));
  return true;
}

interface Stamp {
  readonly digest: string;
  /** Files that the console imports from elsewhere in the workspace, such as texts of the server. */
  readonly imported: readonly string[];
  /** The folders of the packages whose code is in the console. */
  readonly packages: readonly string[];
}

/** The folders, below the repository, of the packages whose code is in the built console. */
export function readConsolePackages(): readonly string[] {
  const stamp = readStamp(stampOf(CONSOLE));
  if (stamp === undefined) throw new Error("the console is not built; `npm run build` builds it");
  return stamp.packages;
}

const stampOf = ({ folder }: BuiltFolder): string => join(folder, "dist/.built-from");

function readStamp(file: string): Stamp | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const { digest, imported, packages } = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(imported) && Array.isArray(packages) ? { digest, imported, packages } : undefined;
  } catch {
    // The record is incomplete or from an earlier version, so the console is built again.
    return undefined;
  }
}

/** Omits Vite's virtual modules and packages: packages change with the lock file, which is an input. */
function importedFiles(built: BuiltFolder, ids: readonly string[]): readonly string[] {
  const files = ids.filter((id) => isAbsolute(id));
  const paths = files.map((id) => relative(built.root, id.replace(/[?#].*$/s, "")));
  const isOurs = (path: string) =>
    !path.startsWith("..") &&
    !path.split(sep).includes("node_modules") &&
    statSync(join(built.root, path), { throwIfNoEntry: false })?.isFile() === true;
  return [...new Set(paths.filter(isOurs))].sort();
}

/** All files of the folder count, imported or not: a new file may change the target of an existing import. */
function digest(built: BuiltFolder, imported: readonly string[]): string {
  const own = globSync(["src/**/*", "index.html", "package.json", "vite.config.ts"], {
    cwd: built.folder,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(built.root, join(entry.parentPath, entry.name)));
  const hash = createHash("sha256");
  for (const path of [...new Set([...own, ...imported, "package-lock.json"])].sort()) {
    const file = join(built.root, path);
    hash.update(path).update("\0");
    hash.update(existsSync(file) ? readFileSync(file) : "gone").update("\0");
  }
  return hash.digest("hex");
}
