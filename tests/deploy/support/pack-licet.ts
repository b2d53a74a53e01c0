import { existsSync } from "node:fs";
import { join } from "node:path";
import { npmCommand } from "../../../scripts/install/npm-command.mjs";
import { root } from "../../../scripts/testing/root.ts";
import { mustRun } from "./run-program.ts";

/** What `npm run build` makes, packed as docs/guides/deploy.md says. Returns the path of the package. */
export async function packLicet(folder: string): Promise<string> {
  const environment = { HOME: process.env.HOME ?? folder, npm_config_cache: join(folder, "npm-cache") };
  await mustRun(process.execPath, ["scripts/run.mjs", "scripts/build.ts"], { cwd: root, environment });
  const built = join(root, "packages/server/dist");
  if (!existsSync(join(built, "package.json")))
    throw new Error("npm run build made no packages/server/dist; give a package with --package FILE");
  const [command = "npm", ...before] = npmCommand();
  const { stdout } = await mustRun(
    command,
    [...before, "pack", built, "--pack-destination", folder, "--json"],
    { cwd: root, environment },
  );
  const [packed] = JSON.parse(stdout) as readonly { readonly filename: string }[];
  if (packed === undefined) throw new Error(`npm pack named no file:\n${stdout}`);
  return join(folder, packed.filename);
}
