import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { findParentPid, readProcessUsage } from "./process-usage.ts";

/** By its processor time, because the machine may be busy. */
const BURN = "while (process.cpuUsage().user < 300_000);";

/** A process that runs `script` in a child and lives until its input ends. It writes a line when the child has ended. */
function startParent(script: string) {
  const code = `
    const { spawn } = require("node:child_process");
    spawn(process.execPath, ["-e", ${JSON.stringify(script)}]).on("exit", () => console.log("ended"));
    process.stdin.resume().on("end", () => process.exit());`;
  const parent = spawn(process.execPath, ["-e", code], { stdio: ["pipe", "pipe", "inherit"] });
  return { parent, pid: parent.pid as number };
}

test("the processor time of a child counts while it runs and after it has ended", async () => {
  const { parent, pid } = startParent(BURN);
  try {
    await once(parent.stdout, "data");
    const { cpuSeconds, processes } = readProcessUsage(pid);
    assert.ok(cpuSeconds >= 0.25, `${cpuSeconds} s`);
    assert.deepEqual(
      processes.map((process) => process.pid),
      [pid],
    );
  } finally {
    parent.kill();
  }
});

test("the processor time of all threads counts, in a child of a child, too", async () => {
  const inThread = `
    const { Worker } = require("node:worker_threads");
    new Worker(${JSON.stringify(BURN)}, { eval: true }).on("exit", () => process.stdout.write("burnt"));
    setInterval(() => {}, 1000);`;
  const grandparent = spawn(
    process.execPath,
    [
      "-e",
      `const { spawn } = require("node:child_process");
       const child = spawn(process.execPath, ["-e", ${JSON.stringify(inThread)}], { stdio: ["ignore", "inherit", "inherit"] });
       process.on("SIGTERM", () => { child.kill(); process.exit(); });
       setInterval(() => {}, 1000);`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  try {
    await once(grandparent.stdout, "data");
    const { cpuSeconds, processes } = readProcessUsage(grandparent.pid as number);
    assert.ok(cpuSeconds >= 0.25, `${cpuSeconds} s`);
    assert.equal(processes.length, 2);
    for (const { residentMegabytes, peakMegabytes } of processes) {
      assert.ok(residentMegabytes > 10);
      assert.ok(peakMegabytes >= residentMegabytes);
    }
    assert.equal(findParentPid(processes[1]?.pid as number), grandparent.pid);
  } finally {
    grandparent.kill();
  }
});
