import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { findPackageFolders } from "../packages/bundled-packages.ts";

/** What is built once per state of its inputs: the console, or the documentation. */
export interface Build {
  readonly name: string;
  /** The workspace; all inputs are files below it. */
  readonly root: string;
  readonly folder: string;
  /** Its own files, below its folder. All of them count: a new one may change what an import leads to. */
  readonly sources: readonly string[];
  /** Below its folder. */
  readonly output: string;
  /** A program that builds the folder, its first argument, and writes into the file that is the second. */
  readonly builder: string;
}

/** What the builder writes. */
export interface BuildRecord {
  /** The modules that the build read. */
  readonly inputs: readonly string[];
  /** The modules whose code is in the result. */
  readonly bundled: readonly string[];
}

/** Usually it only compares the state and returns false. */
export async function ensureBuilt(build: Build): Promise<boolean> {
  const stampFile = stampOf(build);
  const recorded = readStamp(stampFile);
  if (recorded !== undefined && digest(build, recorded.imported) === recorded.digest) return false;
  console.log(`Building ${build.name} (some seconds, once) …`);
  const recordFile = join(build.folder, build.output, ".inputs");
  const child = spawn(process.execPath, [build.builder, build.folder, recordFile], {
    cwd: build.folder,
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${build.name} could not be built; the messages above say why`);
  const { inputs, bundled } = JSON.parse(readFileSync(recordFile, "utf8")) as BuildRecord;
  const imported = importedFiles(build, inputs);
  const packages = findPackageFolders(bundled);
  rmSync(recordFile);
  writeFileSync(stampFile, JSON.stringify({ digest: digest(build, imported), imported, packages }));
  return true;
}

/** The folders, below the repository, of the packages whose code is in the result. */
export function readPackages(build: Build): readonly string[] {
  const stamp = readStamp(stampOf(build));
  if (stamp === undefined) throw new Error(`${build.name} is not built; \`npm run build\` builds it`);
  return stamp.packages;
}

interface Stamp {
  readonly digest: string;
  /** Files that it imports from elsewhere in the workspace, such as texts of the server. */
  readonly imported: readonly string[];
  readonly packages: readonly string[];
}

const stampOf = ({ folder, output }: Build): string => join(folder, output, ".built-from");

function readStamp(file: string): Stamp | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const { digest, imported, packages } = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(imported) && Array.isArray(packages) ? { digest, imported, packages } : undefined;
  } catch {
    // The record is incomplete or from an earlier version, so it is built again.
    return undefined;
  }
}

/** Omits Vite's virtual modules and packages: packages change with the lock file, which is an input. */
function importedFiles(build: Build, ids: readonly string[]): readonly string[] {
  const files = ids.filter((id) => isAbsolute(id));
  const paths = files.map((id) => relative(build.root, id.replace(/[?#].*$/s, "")));
  const isOurs = (path: string) =>
    !path.startsWith("..") &&
    !path.split(sep).includes("node_modules") &&
    statSync(join(build.root, path), { throwIfNoEntry: false })?.isFile() === true;
  return [...new Set(paths.filter(isOurs))].sort();
}

function digest(build: Build, imported: readonly string[]): string {
  const own = globSync([...build.sources], {
    cwd: build.folder,
    exclude: ["**/node_modules", build.output],
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(build.root, join(entry.parentPath, entry.name)));
  const hash = createHash("sha256");
  for (const path of [...new Set([...own, ...imported, "package-lock.json"])].sort()) {
    const file = join(build.root, path);
    hash.update(path).update("\0");
    hash.update(existsSync(file) ? readFileSync(file) : "gone").update("\0");
  }
  return hash.digest("hex");
}
