import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { untilKnown } from "../../../tests/support/until-known.ts";
import { root } from "../../testing/root.ts";
import { nodePackage } from "../places.mjs";

/**
 * A checkout with the real installer and the real npm, and three small packages in place of Licet's: a Node, one that
 * running needs, and one for tests. They are files, so that no registry is asked.
 */
export class SmallCheckout implements Disposable {
  readonly folder: string = mkdtempSync(join(tmpdir(), "licet-install-"));
  readonly #environment: NodeJS.ProcessEnv;

  constructor(variables: Readonly<Record<string, string>> = {}) {
    this.#environment = {
      ...process.env,
      npm_config_registry: "http://127.0.0.1:1/",
      npm_config_cache: join(this.folder, ".cache/npm"),
      npm_config_update_notifier: "false",
      // The scripts of these packages may run; npm asks for that since version 11.
      npm_config_dangerously_allow_all_scripts: "true",
      ...variables,
    };
    const installer = join(this.folder, "scripts/install");
    cpSync(join(root, "scripts/install"), installer, {
      recursive: true,
      filter: (path) => !/test/.test(path),
    });
    cpSync(join(root, "scripts/run.mjs"), join(this.folder, "scripts/run.mjs"));
    this.write("say.mjs", SAY);
    this.write("hold.mjs", HOLD);
    this.setVersion("1.0.0");
  }

  /** Writes the packages, the manifest and its lock file. */
  setVersion(version: string): void {
    this.#pack(nodePackage, { version }, `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} "$@"\n`);
    const scripts = {
      install: `${JSON.stringify(process.execPath)} ${JSON.stringify(join(this.folder, "hold.mjs"))}`,
    };
    this.#pack("needed", { version, scripts });
    this.#pack("for-tests", { version, scripts });
    const at = (name: string) => `file:packed/${name}-${version}.tgz`;
    this.write(
      "package.json",
      JSON.stringify({
        name: "small",
        version,
        private: true,
        dependencies: { needed: at("needed") },
        devDependencies: { "for-tests": at("for-tests") },
        optionalDependencies: { [nodePackage]: at(nodePackage) },
      }),
    );
    this.npm("install", "--package-lock-only", "--ignore-scripts");
  }

  /** Adds a package of the repository itself, as a pull does. */
  addOwnPackage(name: string): void {
    mkdirSync(join(this.folder, "packages", name), { recursive: true });
    this.write(`packages/${name}/package.json`, JSON.stringify({ name, version: "1.0.0" }));
    const manifest = JSON.parse(readFileSync(join(this.folder, "package.json"), "utf8"));
    this.write("package.json", JSON.stringify({ ...manifest, workspaces: ["packages/*"] }));
    this.npm("install", "--package-lock-only", "--ignore-scripts");
  }

  /** Runs a command as an npm script of Licet does. */
  async run(...options: readonly string[]): Promise<Outcome> {
    return await this.start(...options).ended;
  }

  start(...options: readonly string[]): { readonly interrupt: () => void; readonly ended: Promise<Outcome> } {
    const child = spawn(process.execPath, ["scripts/run.mjs", ...options, "say.mjs"], {
      cwd: this.folder,
      env: this.#environment,
    });
    const ended = Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]).then(
      ([[code], stdout, stderr]) => ({
        code,
        packages: stdout.trim(),
        installed: stderr.includes("Installing "),
        stderr,
      }),
    );
    return { interrupt: () => child.kill("SIGINT"), ended };
  }

  npm(...args: readonly string[]): void {
    const { status, stderr } = spawnSync("npm", args, {
      cwd: this.folder,
      env: this.#environment,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${stderr}`);
  }

  write(path: string, content: string): void {
    writeFileSync(join(this.folder, path), content);
  }

  remove(path: string): void {
    rmSync(join(this.folder, path), { recursive: true });
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  waitFor(path: string): Promise<void> {
    return untilKnown(async () => this.has(path));
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #pack(name: string, manifest: { readonly version: string; readonly scripts?: object }, program = ""): void {
    const folder = join(this.folder, ".cache", name);
    mkdirSync(join(folder, "package/bin"), { recursive: true });
    writeFileSync(join(folder, "package/package.json"), JSON.stringify({ name, ...manifest }));
    writeFileSync(join(folder, "package/bin/node"), program, { mode: 0o755 });
    mkdirSync(join(this.folder, "packed"), { recursive: true });
    const args = ["-czf", join(this.folder, `packed/${name}-${manifest.version}.tgz`), "package"];
    const { status, stderr } = spawnSync("tar", args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`tar failed: ${stderr}`);
  }
}

export interface Outcome {
  readonly code: number | null;
  /** The names of the installed packages, as the command that ran saw them; empty if none ran. */
  readonly packages: string;
  /** Whether npm ran. */
  readonly installed: boolean;
  readonly stderr: string;
}

const SAY = `import { existsSync } from "node:fs";
console.log(["needed", "for-tests"].filter((name) => existsSync("node_modules/" + name + "/package.json")).join(" "));
`;

/** Holds an install in the middle while there is a file `hold`. */
const HOLD = `import { existsSync, writeFileSync } from "node:fs";
const path = (name) => new URL(name, import.meta.url);
if (existsSync(path("hold"))) {
  writeFileSync(path("holding"), "");
  // Sleeps: the install stays here until the test ends its process.
  setTimeout(() => {}, 60_000);
}
`;
