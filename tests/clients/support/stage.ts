/** A real Licet on the loopback, in a process and with data of its own, and a Chromium to sign in with. */

import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { freePort } from "../../../packages/server/src/cli/testing/free-port.ts";
import { ensureChromium } from "../../../scripts/testing/ensure-chromium.ts";
import { createTestDatabase } from "../../support/databases.ts";
import { spawnLicet } from "../../support/spawn-licet.ts";
import type { Client } from "../client.ts";
import { type Recorder, startRecorder } from "./recorder.ts";
import type { Scene } from "./scene.ts";
import {
  ALICE,
  CALLBACK,
  credentialsOf,
  KEY_MACHINE,
  MACHINE,
  ORDERS_API,
  type WebApplication,
  writeConfiguration,
} from "./world.ts";

export interface Stage {
  /** Only when this run records. */
  readonly recorder: Recorder | undefined;
  createScene(client: Client): Omit<Scene, "visit">;
  openPage(): Promise<Page>;
  close(): Promise<void>;
}

export async function openStage(clients: readonly Client[], record: boolean): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const ports = new Map<string, number>();
  for (const { name } of clients) ports.set(name, await freePort());
  const addressOf = ({ name }: Client) => `http://localhost:${ports.get(name)}`;
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const private_key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

  const port = await freePort();
  const direct = `http://127.0.0.1:${port}`;
  const recorder = record
    ? opened.adopt(await startRecorder(direct), (started) => started.stop())
    : undefined;
  const issuer = recorder?.url ?? direct;

  const applications = clients.map((client) => describe(client, addressOf(client)));
  const configuration = writeConfiguration(applications, publicKey.export({ format: "jwk" }));
  await serve(opened, configuration, ["--port", String(port), "--base-url", issuer]);
  const executablePath = await ensureChromium(new AbortController().signal);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  opened.defer(() => browser.close());
  const running = opened.move();
  return {
    recorder,
    createScene: (client) => ({
      issuer,
      application: credentialsOf(client.name),
      port: ports.get(client.name) ?? 0,
      url: addressOf(client),
      callback: CALLBACK,
      machine: MACHINE,
      keyMachine: { client_id: KEY_MACHINE, private_key },
      ordersApi: ORDERS_API,
      user: { username: ALICE.username, name: ALICE.name, email: ALICE.email },
    }),
    openPage: async () => (await browser.newContext({ locale: "en-GB" })).newPage(),
    close: () => running.disposeAsync(),
  };
}

/** Runs Licet with data and a configuration file of its own, until `opened` is disposed of. */
async function serve(
  opened: AsyncDisposableStack,
  configuration: string,
  flags: readonly string[],
): Promise<void> {
  const database = opened.adopt(await createTestDatabase("sqlite"), ({ drop }) => drop());
  const file = join(dirname(database.url.replace("sqlite:", "")), "licet.yaml");
  writeFileSync(file, configuration);
  const licet = await spawnLicet({
    databaseUrl: database.url,
    arguments: [...flags, "--apply", file, "--log-level", "warn"],
  });
  opened.defer(async () => void (await licet.stop()));
  process.once("exit", () => licet.child.kill("SIGKILL"));
}

const describe = (client: Client, address: string): WebApplication => ({
  client_id: client.name,
  redirect_uris: [CALLBACK, ...(client.redirectPaths ?? []).map((path) => address + path)],
  post_logout_redirect_uris: (client.postLogoutPaths ?? []).map((path) => address + path),
  require_pushed_authorization_requests: client.pushesRequests ?? false,
});
