import assert from "node:assert/strict";
import { chownSync, cpSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../packages/server/src/cli/testing/free-port.ts";
import type { Check, CheckContext } from "../check.ts";
import { deployPath, readDeployFile } from "../support/deploy-files.ts";
import { DEBOOTSTRAP, SETPRIV, UNSHARE } from "../support/programs.ts";
import { readChildren } from "../support/read-children.ts";
import { mustRun } from "../support/run-program.ts";
import { untilAnswered } from "../support/until-answered.ts";
import { buildImage, type Image } from "./build-image.ts";
import { parseContainerfile } from "./containerfile.ts";
import { type Container, startContainer } from "./start-container.ts";

/** What compose and Kubernetes give it before they kill it. */
const GRACE_MILLISECONDS = 30_000;

export const container: Check = {
  name: "container",
  title: "the steps of the Containerfile, run in a Debian of their own, and the server that they make",
  programs: [DEBOOTSTRAP, UNSHARE, SETPRIV],
  needsRoot: true,
  async run(context) {
    const image = await build(context);
    await reportSizes(image, context);
    const volume = join(context.folder, "volume");
    mkdirSync(volume);
    chownSync(volume, Number(image.user.uid), Number(image.user.gid));
    await runFirst(image, volume, context);
    await runAgain(image, volume, context);
  },
};

async function build({ folder, tools, findPackage, report }: CheckContext): Promise<Image> {
  const context = join(folder, "context");
  cpSync(deployPath("container"), context, { recursive: true, filter: (path) => !path.endsWith(".tgz") });
  cpSync(await findPackage(), join(context, "licet-0.0.0-check.tgz"));
  const instructions = parseContainerfile(readDeployFile("container/Containerfile"), tools);
  return buildImage(instructions, { context, folder, tools, report });
}

async function reportSizes({ root }: Image, { report }: CheckContext): Promise<void> {
  const { stdout } = await mustRun("du", ["-sm", "opt/licet", "usr/local/bin/node", "."], { cwd: root });
  report(`sizes in MB: ${stdout.trim().replaceAll("\t", " ").replaceAll("\n", ", ")}`);
  const npm = globSync("usr/local/{bin/npm,lib/node_modules/*}", { cwd: root });
  assert.deepEqual(npm, [], "the image of the server has npm");
}

async function runFirst(image: Image, volume: string, { report }: CheckContext): Promise<void> {
  const { started, url, readyMilliseconds } = await start(image, volume);
  try {
    report(`ready after ${Math.round(readyMilliseconds)} ms, root file system read-only`);
    assertConfined(started.pid, image);
    const workers = readChildren(started.pid);
    await assertReadOnly(started);
    await assertHealthCheck(started, image);
    const created = await started.run([...image.entrypoint, "role", "create", "viewer"]);
    assert.equal(created.code, 0, created.stderr);
    assert.deepEqual(
      readChildren(started.pid),
      workers,
      "the server has child processes, which nobody would reap",
    );

    // The connection stays open, and must not hold the end up.
    await (await fetch(`${url}/livez`)).text();
    const { code, milliseconds } = await started.stop();
    assert.equal(code, 0, started.output());
    assert.ok(milliseconds < GRACE_MILLISECONDS, `it took ${milliseconds} ms`);
    report(`SIGTERM to process 1: ended with 0 after ${Math.round(milliseconds)} ms`);
  } finally {
    started.kill();
  }
}

/** What the first one stored is in the volume; and the health check fails where there is no server. */
async function runAgain(image: Image, volume: string, { report }: CheckContext): Promise<void> {
  const { started } = await start(image, volume, { NODE_DEBUG_NATIVE: "COMPILE_CACHE" });
  try {
    assert.match(started.output(), /was accepted/, "the code that was compiled by the build is not used");
    const { stdout } = await started.run([...image.entrypoint, "role", "list"]);
    assert.match(stdout, /viewer/);
    const health = await started.run(["env", "LICET_PORT=1", ...image.healthCheck]);
    assert.equal(health.code, 1, `the health check passes without a server: ${health.stdout}`);
    assert.equal((await started.stop()).code, 0, started.output());
    report("a second start finds what the first one stored in the volume");
  } finally {
    started.kill();
  }
}

async function start(image: Image, volume: string, environment: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const startedAt = performance.now();
  const started = await startContainer(image, {
    volume,
    environment: { LICET_PORT: `${port}`, LICET_HOST: "127.0.0.1", ...environment },
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilAnswered(`${url}/readyz`, 200);
  } catch (error) {
    started.kill();
    throw new Error(`it did not get ready: ${started.output()}`, { cause: error });
  }
  return { started, url, readyMilliseconds: performance.now() - startedAt };
}

/** Not root, without a capability, and without a way to get one. */
function assertConfined(pid: number, { user }: Image): void {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const value = (name: string) => new RegExp(`^${name}:\\s+(.*)$`, "m").exec(status)?.[1];
  assert.deepEqual(value("Uid")?.split("\t"), Array(4).fill(user.uid));
  assert.equal(value("NSpid")?.split("\t").at(-1), "1", "the server is not process 1");
  assert.equal(Number(value("CapEff")), 0);
  assert.equal(value("NoNewPrivs"), "1");
}

async function assertReadOnly(started: Container): Promise<void> {
  for (const path of ["/opt/licet/file", "/etc/file", "/usr/local/bin/file"]) {
    const { code, stderr } = await started.run(["touch", path]);
    assert.equal(code, 1);
    assert.match(stderr, /Read-only file system|Permission denied/);
  }
  const { stdout } = await started.run(["cat", "/proc/self/mounts"]);
  assert.match(stdout, /^\S+ \/ \S+ ro[, ]/m, "the root is not mounted read-only");
}

async function assertHealthCheck(started: Container, { healthCheck }: Image): Promise<void> {
  const { code, stdout, stderr } = await started.run(healthCheck);
  assert.equal(code, 0, stdout + stderr);
  const [program = "", script = ""] = healthCheck;
  const ready = await started.run([program, script, "/readyz"]);
  assert.equal(ready.code, 0, ready.stdout);
  const missing = await started.run([program, script, "/nowhere"]);
  assert.equal(missing.code, 1, "the health check passes for a path that is not there");
}
