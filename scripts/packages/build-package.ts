import { execFile } from "node:child_process";
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { root } from "../testing/root.ts";
import { readAddresses } from "./package-addresses.ts";
import { type Manifest, publishedManifest } from "./published-manifest.ts";
import { withoutRelativeLinks } from "./without-relative-links.ts";

const run = promisify(execFile);
const COMPILER = join(root, "node_modules/.bin/tsc");
/** Tests, and what they share, are not shipped. */
const FOR_TESTS = /\.test\.ts$|[\\/]testing$/;
/** An installed engine has its files compiled. */
const ENGINE_FILE = /(?<=["']@licet\/engine\/internal\/[\w/-]+)\.ts(?=["'])/g;

export interface BuiltPackage {
  /** The folder of the package in the repository. */
  readonly source: string;
  /** What `npm pack` packs: the manifest, `lib/` with the compiled modules, and `src/` for those who debug. */
  readonly target: string;
}

/** Compiles a package to ESM with types, beside its sources, so that source maps and types lead to them. */
export async function buildPackage({ source, target }: BuiltPackage, engine?: BuiltPackage): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const src = join(target, "src");
  cpSync(join(source, "src"), src, { recursive: true, filter: (path) => !FOR_TESTS.test(path) });
  if (engine !== undefined) importCompiledEngine(src);
  await compile(target, engine);

  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as Manifest;
  const addresses = readAddresses(root, relative(root, source));
  writeFileSync(
    join(target, "package.json"),
    `${JSON.stringify(publishedManifest(manifest, addresses), null, 2)}\n`,
  );
  writeFileSync(
    join(target, "README.md"),
    withoutRelativeLinks(readFileSync(join(source, "README.md"), "utf8")),
  );
  copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"));
}

function importCompiledEngine(src: string): void {
  for (const path of globSync("**/*.ts", { cwd: src })) {
    const text = readFileSync(join(src, path), "utf8");
    writeFileSync(join(src, path), text.replace(ENGINE_FILE, ".js"));
  }
}

async function compile(target: string, engine: BuiltPackage | undefined): Promise<void> {
  const configuration = join(target, "tsconfig.json");
  const compilerOptions = {
    rootDir: "src",
    outDir: "lib",
    noEmit: false,
    allowImportingTsExtensions: false,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    declarationMap: true,
    sourceMap: true,
    // What Node 20 has (of ES2024: isWellFormed); a newer method does not compile.
    target: "es2022",
    lib: ["es2023", "es2024.string"],
    ...(engine && { paths: { "@licet/engine/internal/*.js": [join(engine.target, "lib/*.d.ts")] } }),
  };
  const extended = join(root, "tsconfig.json");
  writeFileSync(configuration, JSON.stringify({ extends: extended, compilerOptions, include: ["src"] }));
  try {
    await run(COMPILER, ["-p", configuration]);
  } catch (error) {
    const { stdout } = error as { readonly stdout?: string };
    throw new Error(`${target} could not be compiled:\n${stdout}`, { cause: error });
  }
  rmSync(configuration);
  rewriteTypeImports(join(target, "lib"));
}

/** The compiler rewrites imports of `./file.ts` in modules, and leaves them as they are in declarations. */
function rewriteTypeImports(lib: string): void {
  for (const path of globSync("**/*.d.ts", { cwd: lib })) {
    const text = readFileSync(join(lib, path), "utf8");
    writeFileSync(join(lib, path), text.replace(/(\bfrom |\bimport\()"(\.{1,2}\/[^"]+)\.ts"/g, '$1"$2.js"'));
  }
}
