import assert from "node:assert/strict";
import { findMachineNode } from "../../packages/support/machine-node.ts";
import type { Client, Driven } from "../client.ts";
import { installSdk } from "../support/install-sdk.ts";
import { describeVersion, installPackages } from "../support/npm.ts";
import { startServer } from "../support/start-server.ts";

/** The SDK in workerd, an edge runtime: resource server and token client. */
export const workerd: Client = {
  name: "workerd",
  async prepare(workspace) {
    await installPackages(workspace);
    const sdk = await installSdk(workspace);
    return ["miniflare", "workerd"]
      .map((name) => describeVersion(workspace, name))
      .join(", ")
      .concat(`, ${sdk}`);
  },
  async drive(driven) {
    await using _server = await startServer(driven, findMachineNode(), ["serve.mjs"]);
    await callWorker(driven);
  },
};

async function callWorker({ scene, tried }: Driven): Promise<void> {
  const url = `http://127.0.0.1:${scene.port}`;
  const issued = (await (await fetch(`${url}/token`)).json()) as Record<string, unknown>;
  assert.deepEqual([issued.granted, issued.rejected], [["orders:read"], ["orders:delete"]]);
  tried("token client: granted and rejected");

  const headers = { authorization: `Bearer ${issued.accessToken}` };
  assert.equal((await fetch(`${url}/orders`)).status, 401);
  const orders = (await (await fetch(`${url}/orders`, { headers })).json()) as Record<string, unknown>;
  assert.equal(orders.caller, scene.machine.client_id);
  assert.match(String(orders.runtime), /Cloudflare-Workers/);
  assert.equal((await fetch(`${url}/removed`, { headers })).status, 403);
  tried("handlers: 401, 403, and the caller of a token");
}
