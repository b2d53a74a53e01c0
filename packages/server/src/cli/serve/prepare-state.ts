import { type DemoShop, demoAddresses } from "../../compose/create-server.ts";
import type { Services } from "../../services.ts";
import { isNewInstallation } from "../installation.ts";
import { rewriteCommands } from "../rewrite-commands.ts";
import type { Terminal } from "../terminal.ts";

export interface StartOptions {
  /** The path of a configuration file, which every start applies. */
  readonly apply?: string;
  /** Applies the demo to a new database and serves its web application, if only this machine can reach the server. */
  readonly demo?: boolean;
}

export interface PreparedState {
  /** The lines of the banner that report what was applied. */
  readonly notices: readonly string[];
  /** The demo's web application, when the server serves it. */
  readonly shop?: DemoShop;
}

/**
 * Applies the configuration file and the demo of a start. Most starts have neither, so the modules that read files are
 * loaded only here.
 */
export async function prepareState(
  services: Services,
  terminal: Terminal,
  options: StartOptions,
): Promise<PreparedState> {
  const notices = await applyGiven(services, terminal, options);
  // The demo's pages show published passwords, so a server that others can reach never serves them.
  if (!options.demo || !services.isPrivate) return { notices };
  const { prepareDemoShop } = await import("../demo/demo-shop.ts");
  const { loadShop } = await import("../demo/load-shop.ts");
  const { baseUrl: issuer } = services.settings;
  const shop = await prepareDemoShop(services);
  const handle = await loadShop({ ...shop, issuer, url: demoAddresses(issuer).home });
  return { notices, shop: { ...shop, handle } };
}

async function applyGiven(
  services: Services,
  terminal: Terminal,
  { apply, demo }: StartOptions,
): Promise<readonly string[]> {
  if (apply !== undefined) return applyGivenFile(services, terminal, apply);
  if (!demo || !(await isNewInstallation(services))) return [];
  if (!services.isPrivate) return [rewriteCommands(DEMO_NOT_APPLIED, terminal)];
  const { readDemo } = await import("../demo/demo.ts");
  const { applyFile } = await import("../files/apply-file.ts");
  await applyFile(services, await readDemo());
  return [];
}

const DEMO_NOT_APPLIED =
  "The demo was left out: its credentials are published, and this server can be reached from other machines.\n" +
  "Go on with a file of your own: licet apply FILE";

async function applyGivenFile(
  services: Services,
  terminal: Terminal,
  path: string,
): Promise<readonly string[]> {
  const { readInput } = await import("../options/read-input.ts");
  const { applyFile } = await import("../files/apply-file.ts");
  const { findUnchangedSince, recordAppliedFile } = await import("./unchanged-file.ts");
  const { formatApplied, SHOWN_ONCE } = await import("../format/applied-state.ts");
  const input = await readInput(terminal, path);
  const unchangedSince = await findUnchangedSince(services, input);
  if (unchangedSince !== undefined)
    return [`Nothing has changed since ${path} was applied, at revision ${unchangedSince}`];
  const outcome = await applyFile(services, input);
  await recordAppliedFile(services, input, outcome.revision);
  for (const warning of outcome.warnings) terminal.stderr.write(`warning: ${warning}\n`);
  // In the banner, because it belongs to the secrets above it.
  const shownOnce = outcome.secrets.length > 0 ? [SHOWN_ONCE] : [];
  return [`Applied ${path}`, ...formatApplied(outcome), ...shownOnce];
}
