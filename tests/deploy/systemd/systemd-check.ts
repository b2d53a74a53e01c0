import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npmCommand } from "../../../scripts/install/npm-command.mjs";
import type { Check, CheckContext } from "../check.ts";
import { readDeployFile } from "../support/deploy-files.ts";
import { STRACE, SYSTEMD_ANALYZE } from "../support/programs.ts";
import { mustRun, runProgram } from "../support/run-program.ts";
import { findRefusedCalls } from "./system-calls.ts";

/** The exposure that systemd computes, times ten: 100 is a service without any restriction. */
const MOST_EXPOSURE = 12;
const PREFIX = "/opt/licet";

export const systemd: Check = {
  name: "systemd",
  title: "the unit and its drop-in, read by systemd-analyze, for the installed package",
  programs: [SYSTEMD_ANALYZE, STRACE],
  async run(context) {
    const prefix = await install(context);
    const unit = readDeployFile("systemd/licet.service").replaceAll(PREFIX, prefix);
    const dropIn = readDeployFile("systemd/postgresql.conf");

    for (const [name, files] of Object.entries({
      alone: { unit },
      "with-postgresql": { unit, dropIn },
    }))
      assert.deepEqual(await verify(join(context.folder, name), files), [], name);
    for (const [index, wrong] of [
      { unit: unit.replace("ProtectHome=yes", "ProtectHomes=yes") },
      { unit: unit.replace("Type=exec", "Type=execute") },
      { unit: unit.replace(prefix, "/nowhere") },
      { unit, dropIn: dropIn.replace("LoadCredential=", "LoadCredentials=") },
    ].entries())
      assert.notDeepEqual(
        await verify(join(context.folder, `wrong-${index}`), wrong),
        [],
        `mistake ${index}`,
      );
    context.report("4 mistakes made on purpose were all found");

    const exposure = await measureExposure(join(context.folder, "alone/licet.service"));
    context.report(`exposure ${exposure / 10} of 10`);
    assert.ok(exposure <= MOST_EXPOSURE, `the exposure is ${exposure / 10}`);
    assert.match(unit, /^MemoryDenyWriteExecute=no$/m, "V8 could not compile");
    assertUser();
    await assertCalls(context, unit, prefix);
  },
};

/** As docs/guides/deploy.md installs it, into another folder. */
async function install({ folder, findPackage, report }: CheckContext): Promise<string> {
  const prefix = join(folder, "opt");
  const [command, ...before] = npmCommand();
  const environment = { HOME: folder, npm_config_cache: join(folder, "npm-cache") };
  await mustRun(
    command,
    [...before, "install", "--global", "--prefix", prefix, "--offline", await findPackage()],
    { environment },
  );
  assert.ok(existsSync(join(prefix, "bin/licet")));
  const { stdout } = await mustRun(process.execPath, [join(prefix, "bin/licet"), "--version"]);
  report(`npm installs the command licet ${stdout.trim()}`);
  return prefix;
}

/** The filter of the unit allows what a server does; one that is too narrow is seen. */
async function assertCalls(
  { folder, tools, report }: CheckContext,
  unit: string,
  prefix: string,
): Promise<void> {
  const node = join(tools, `node-linux-${process.arch}/bin/node`);
  const server = { node, licet: join(prefix, "bin/licet"), folder };
  const { made, refused } = await findRefusedCalls(unit, server);
  assert.deepEqual(refused, []);
  report(`a server makes ${made} different system calls, and the unit allows all of them`);
  const narrow = unit.replace("~@privileged", "~@network-io @privileged");
  assert.notEqual(narrow, unit);
  assert.notDeepEqual(
    (await findRefusedCalls(narrow, { ...server, folder: join(folder, "alone") })).refused,
    [],
  );
}

/** What systemd says about the unit; nothing where all is right. */
async function verify(
  folder: string,
  { unit, dropIn }: { readonly unit: string; readonly dropIn?: string },
): Promise<readonly string[]> {
  mkdirSync(join(folder, "licet.service.d"), { recursive: true });
  const path = join(folder, "licet.service");
  writeFileSync(path, unit);
  if (dropIn !== undefined) writeFileSync(join(folder, "licet.service.d/postgresql.conf"), dropIn);
  const { code, stdout, stderr } = await runProgram("systemd-analyze", ["verify", "--man=no", path]);
  // Units of this machine may have troubles of their own.
  const lines = `${stdout}${stderr}`
    .split("\n")
    .filter((line) => /licet\.service|postgresql\.conf/.test(line));
  return code === 0 || lines.length > 0 ? lines : [`ended with ${code}: ${stdout}${stderr}`];
}

async function measureExposure(path: string): Promise<number> {
  const { stdout } = await mustRun("systemd-analyze", ["security", "--offline=true", "--no-pager", path]);
  const [, exposure] = /Overall exposure level for licet\.service: ([\d.]+)/.exec(stdout) ?? [];
  if (exposure === undefined) throw new Error(`systemd named no exposure:\n${stdout.slice(-500)}`);
  return Math.round(Number(exposure) * 10);
}

/** The unit, the file of the user and the settings name the same user and folder. */
function assertUser(): void {
  const [unit, user, settings] = ["licet.service", "licet.sysusers", "licet.yaml"].map((name) =>
    readDeployFile(`systemd/${name}`),
  );
  assert.match(unit ?? "", /^User=licet$/m);
  assert.match(user ?? "", /^u licet - "[^"]+" \/var\/lib\/licet$/m);
  assert.match(settings ?? "", /^data_dir: \/var\/lib\/licet$/m);
  assert.match(unit ?? "", /^StateDirectory=licet$/m);
}
