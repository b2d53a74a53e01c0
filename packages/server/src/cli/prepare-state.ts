import { BlockList, isIP } from "node:net";
import type { DemoShop } from "../compose.ts";
import type { Foundation } from "../foundation.ts";
import type { Settings } from "../settings.ts";
import { holdsDemo, isNew, markDemo } from "./installation.ts";
import type { Terminal } from "./terminal.ts";

export interface StartOptions {
  /** A state file for every start. */
  readonly apply?: string;
  /** The demo, where only this machine can reach it: an example for a new database, and a web application. */
  readonly demo?: boolean;
}

export interface PreparedState {
  /** What was done, in lines for the banner. */
  readonly notices: readonly string[];
  /** Given when the demo's web application is to be served. */
  readonly shop?: DemoShop;
}

/**
 * Applies what the server was started with. The modules that read files are loaded only here: most starts need none of
 * them.
 */
export async function prepareState(
  foundation: Foundation,
  terminal: Terminal,
  options: StartOptions,
): Promise<PreparedState> {
  const notices = await applyGiven(foundation, terminal, options);
  // Its pages tell published passwords: not for others to see, whatever the database holds.
  if (!options.demo || !isPrivate(foundation.settings)) return { notices };
  const { prepareDemoShop } = await import("./demo-shop.ts");
  return { notices, shop: await prepareDemoShop(foundation) };
}

async function applyGiven(
  foundation: Foundation,
  terminal: Terminal,
  { apply, demo }: StartOptions,
): Promise<readonly string[]> {
  if (apply !== undefined) return applyFile(foundation, terminal, apply);
  if (!demo || !(await isNew(foundation))) return warnOfDemo(foundation);
  if (!isPrivate(foundation.settings)) return [DEMO_LEFT_OUT];
  const { readDemo } = await import("./demo.ts");
  const { applyText } = await import("./apply-text.ts");
  // Before, not after: a start that breaks off here must not leave published credentials behind without a mark.
  await markDemo(foundation);
  await applyText(foundation, await readDemo());
  return [];
}

const DEMO_LEFT_OUT =
  "The demo was left out: its credentials are published, and this server can be reached from other machines.\n" +
  "Go on with a file of your own: licet apply FILE";

async function applyFile(
  foundation: Foundation,
  terminal: Terminal,
  path: string,
): Promise<readonly string[]> {
  const { readInput } = await import("./read-input.ts");
  const { applyText } = await import("./apply-text.ts");
  const { formatApplied, warnAbout } = await import("./applied-state.ts");
  const outcome = await applyText(foundation, await readInput(terminal, path));
  warnAbout(outcome, terminal);
  return [`Applied ${path}`, ...formatApplied(outcome)];
}

async function warnOfDemo(foundation: Foundation): Promise<readonly string[]> {
  if (isPrivate(foundation.settings) || !(await holdsDemo(foundation))) return [];
  return ["This database holds the demo, whose credentials are published. Do not let others reach it."];
}

/** Reached from this machine alone: neither the socket nor the address that callers use lead elsewhere. */
export const isPrivate = ({ host, baseUrl }: Settings): boolean =>
  isLoopback(host) && isLoopback(new URL(baseUrl).hostname);

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(address);
  return family === 0 ? address === "localhost" : loopback.check(address, family === 6 ? "ipv6" : "ipv4");
}
