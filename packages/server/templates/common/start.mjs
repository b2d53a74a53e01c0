/** `npm start`: Licet with licet.yaml, and the application beside it. Ctrl+C ends both. */

import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const { ISSUER = "http://127.0.0.1:4455" } = process.env;
const licet = fileURLToPath(new URL("node_modules/licet/bin/licet.mjs", import.meta.url));
const { port } = new URL(ISSUER);
const onWindows = process.platform === "win32";

const children = [];
// Registered before a child is there: whoever ends this program ends both.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
children.push(start(process.execPath, [licet, "serve", "--port", port, "--apply", "licet.yaml"]));
await waitFor(`${ISSUER}/readyz`);
children.push(start("npm", ["run", "--silent", "app"]));

for (const child of children)
  child.on("exit", (code) => {
    stop();
    process.exitCode = code ?? 0;
  });

function stop() {
  for (const { pid, exitCode, signalCode } of children)
    if (exitCode === null && signalCode === null) process.kill(onWindows ? pid : -pid);
}

/** In a group of its own, so that what it starts ends with it. */
function start(program, args) {
  return spawn(program, args, { stdio: "inherit", shell: onWindows, detached: !onWindows });
}

async function waitFor(address) {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    if (children[0].exitCode !== null || children[0].signalCode !== null) process.exit(1);
    await sleep(100);
  }
  throw new Error(`Licet does not answer at ${address}`);
}
