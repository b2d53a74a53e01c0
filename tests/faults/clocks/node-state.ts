import { setTimeout as delay } from "node:timers/promises";
import { postForm } from "../../support/start-licet.ts";
import { countWorkers } from "../../support/workers/count-workers.ts";
import { hasMachineAlone } from "../support/machine-alone.ts";
import { MACHINE } from "./ended-values.ts";

interface Node {
  readonly url: string;
}

/** A node whose clock differs by more answers nothing that depends on time. */
const WRONG_SECONDS = 60;
const LONGEST_WAIT_MILLISECONDS = hasMachineAlone ? 10_000 : 60_000;

/**
 * Waits until `/readyz` answers so, and says how long that took; undefined when it does not. With 503 every worker has to
 * know that its clock is wrong: each compares its own.
 */
export async function waitForReadiness(node: Node, status: 200 | 503): Promise<number | undefined> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < LONGEST_WAIT_MILLISECONDS) {
    if ((await fetch(`${node.url}/readyz`)).status === status && (status === 200 || (await isWrong(node))))
      return performance.now() - startedAt;
    await delay(50);
  }
  return undefined;
}

const isWrong = async (node: Node): Promise<boolean> =>
  (await readOffsets(node)).every((offset) => Math.abs(offset) > WRONG_SECONDS);

/** The offset that each worker has measured. */
async function readOffsets(node: Node): Promise<readonly number[]> {
  const { text } = await ask(`${node.url}/metrics`);
  const found = text.matchAll(/^licet_clock_offset_seconds(?:\{worker="\d+"\})? (\S+)$/gm);
  return [...found].map(([, offset]) => Number(offset));
}

/** A node whose clock is wrong answers nothing that depends on time, and says why. */
export async function findAnswers(node: Node): Promise<readonly string[]> {
  const form = { grant_type: "client_credentials", scope: "orders:read", ...MACHINE };
  const asked: Record<string, Promise<{ readonly status: number; readonly text: string }>> = {
    "a token request": postForm(`${node.url}/oidc/token`, form),
    introspection: postForm(`${node.url}/oidc/introspect`, { token: "any", ...MACHINE }),
    "a check": ask(`${node.url}/api/v1/check`, { method: "POST" }),
    "an authorization request": ask(`${node.url}/oidc/auth?client_id=desk`),
    "/readyz": ask(`${node.url}/readyz`),
  };
  const found: string[] = [];
  for (const [what, answer] of Object.entries(asked)) {
    const { status } = await answer;
    if (status !== 503) found.push(`${what} was answered with ${status}`);
  }
  if (!/clock/.test((await asked["/readyz"])?.text ?? "")) found.push("/readyz does not name the clock");
  if ((await ask(`${node.url}/livez`)).status !== 200) found.push("/livez is not 200");
  const offsets = await readOffsets(node);
  if (offsets.length !== countWorkers()) found.push(`${offsets.length} values of licet_clock_offset_seconds`);
  for (const offset of offsets)
    if (!(Math.abs(offset) > WRONG_SECONDS)) found.push(`licet_clock_offset_seconds is ${offset}`);
  return found;
}

async function ask(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { redirect: "manual", ...init });
  return { status: response.status, text: await response.text() };
}
