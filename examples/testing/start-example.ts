import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "../../scripts/testing/root.ts";

export interface RunningExample extends AsyncDisposable {
  /** The address that it printed. */
  readonly url: string;
}

function spawnExample(name: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(root, "scripts/example.ts"), name], {
    env: { NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => lines.push(line));
  return { child, lines, closed: once(child, "close") };
}

/** Starts an example that serves, and resolves when it prints its address. */
export async function startExample(
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<RunningExample> {
  const { child, lines, closed } = spawnExample(name, env);
  const addressIn = () => /http:\/\/\S+/.exec(lines.join("\n"))?.[0];
  while (addressIn() === undefined) {
    await Promise.race([once(child.stdout, "data"), closed]);
    assert.equal(child.exitCode, null, lines.join("\n"));
  }
  return {
    url: addressIn() ?? "",
    async [Symbol.asyncDispose]() {
      child.kill();
      await closed;
    },
  };
}

/** Runs an example to its end, and returns what it printed. */
export async function runExample(name: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { child, lines, closed } = spawnExample(name, env);
  await closed;
  assert.equal(child.exitCode, 0, lines.join("\n"));
  return lines.join("\n");
}
