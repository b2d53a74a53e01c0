/**
 * `npm run test:clients`: installs clients of other projects, and drives them against a real Licet. Not a part of
 * `npm test`: it needs the network, and a while.
 */

import type { Client, Workspace } from "./client.ts";
import { CLIENTS } from "./clients.ts";
import { type Options, outcomeWithout, parseOptions, usage } from "./options.ts";
import { writeRecording } from "./recording.ts";
import { formatResults, type Result } from "./result.ts";
import { openStage, type Stage } from "./support/stage.ts";
import { serveVisits } from "./support/visit.ts";
import { openWorkspace } from "./support/workspace.ts";

interface Prepared {
  readonly client: Client;
  readonly workspace: Workspace;
  readonly version: string;
}

// Leaves through the exit handlers, which end the programs that were started.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const options = readOptions();
if (options.help) {
  console.log(usage(CLIENTS));
  process.exit(0);
}
const results: Result[] = [];
const prepared: Prepared[] = [];
for (const client of options.clients) {
  const outcome = await prepare(client);
  if ("workspace" in outcome) prepared.push(outcome);
  else results.push(outcome);
}
if (prepared.length > 0) {
  const stage = await openStage(
    prepared.map(({ client }) => client),
    options.record,
  );
  try {
    for (const each of prepared) results.push(await drive(each, stage));
  } finally {
    await stage.close();
  }
}
const inOrder = options.clients.flatMap(({ name }) => results.filter((result) => result.name === name));
console.log(`\n${formatResults(inOrder)}`);
process.exit(results.every(({ outcome }) => outcome !== "failed") ? 0 : 1);

function readOptions(): Options {
  try {
    return parseOptions(process.argv.slice(2), CLIENTS);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n\n${usage(CLIENTS)}`);
    process.exit(2);
  }
}

function createSay(name: string): (text: string) => void {
  return (text) => console.log(`${name.padEnd(22)} ${text}`);
}

async function prepare(client: Client): Promise<Prepared | Result> {
  const startedAt = performance.now();
  const workspace = openWorkspace(client.name, createSay(client.name));
  try {
    const version = await client.prepare(workspace);
    workspace.say(`ready: ${version}`);
    return { client, workspace, version };
  } catch (error) {
    const outcome = outcomeWithout(error, client, options);
    const reason = error instanceof Error ? error.message : String(error);
    workspace.say(`${outcome}: ${reason}`);
    return { name: client.name, version: "", tried: [], outcome, reason, seconds: since(startedAt) };
  }
}

async function drive({ client, workspace, version }: Prepared, stage: Stage): Promise<Result> {
  const startedAt = performance.now();
  const { name } = client;
  const tried: string[] = [];
  workspace.say("driving");
  const page = await stage.openPage();
  const scene = stage.createScene(client);
  const visits = await serveVisits(page, scene.issuer);
  try {
    await client.drive({
      ...workspace,
      page,
      scene: { ...scene, visit: visits.url },
      tried(what) {
        tried.push(what);
        workspace.say(`✔ ${what}`);
      },
    });
    if (stage.recorder !== undefined) workspace.say(writeRecording(name, version, stage.recorder.take()));
    return { name, version, tried, outcome: "passed", seconds: since(startedAt) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    workspace.say(`✖ ${reason}`);
    return { name, version, tried, outcome: "failed", reason, seconds: since(startedAt) };
  } finally {
    visits.stop();
    await page.context().close();
  }
}

function since(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1000);
}
