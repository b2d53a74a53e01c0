import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../../scripts/testing/root.ts";
import { findMachineNode } from "../../packages/support/machine-node.ts";
import { MAIN } from "../../support/spawn-licet.ts";
import type { Client, Driven } from "../client.ts";
import { installSdk } from "../support/install-sdk.ts";
import { describeVersion, installPackages } from "../support/npm.ts";
import { requestToken } from "../support/request-token.ts";
import { runProgram } from "../support/run-program.ts";
import { startServer } from "../support/start-server.ts";

/** Route handlers that the SDK protects, in a real Next: on Node and on its edge runtime; and `licet init next`. */
export const next: Client = {
  name: "next",
  async prepare(workspace) {
    await installPackages(workspace);
    const sdk = await installSdk(workspace);
    return `${describeVersion(workspace, "next")}, ${sdk}`;
  },
  async drive(driven) {
    const program = join(driven.folder, "node_modules/next/dist/bin/next");
    const args = [program, "dev", "--hostname", "127.0.0.1", "--port", String(driven.scene.port)];
    {
      await using _server = await startServer(driven, findMachineNode(), args, QUIETLY);
      await callRoutes(driven);
    }
    await testWrittenProject(driven);
  },
};

const QUIETLY = { NEXT_TELEMETRY_DISABLED: "1" };

async function callRoutes({ scene, tried }: Driven): Promise<void> {
  const api = `http://127.0.0.1:${scene.port}/api`;
  const authorization = `Bearer ${await requestToken(scene, "orders:read")}`;

  const refused = await fetch(`${api}/orders`);
  assert.equal(refused.status, 401);
  assert.match(refused.headers.get("www-authenticate") ?? "", /^Bearer resource_metadata=/);
  const orders = await fetch(`${api}/orders`, { headers: { authorization } });
  assert.deepEqual(await orders.json(), { caller: scene.machine.client_id, path: "/api/orders" });
  const forbidden = await fetch(`${api}/orders`, { method: "DELETE", headers: { authorization } });
  assert.equal(forbidden.status, 403);
  assert.match(forbidden.headers.get("www-authenticate") ?? "", /scope="orders:delete"/);
  tried("route handlers: 401, 403 with its challenge, and the caller of a token");

  const atEdge = await fetch(`${api}/edge`, { headers: { authorization } });
  assert.deepEqual(await atEdge.json(), { caller: scene.machine.client_id, runtime: "edge" });
  assert.equal((await fetch(`${api}/edge`)).status, 401);
  tried("the same on the edge runtime");
}

/** Next and the SDK are found in the folder above, where they are installed. */
async function testWrittenProject({ folder, tried }: Driven): Promise<void> {
  const project = join(folder, "shop");
  rmSync(project, { recursive: true, force: true });
  await runProgram(process.execPath, [MAIN, "init", "next", "shop"], { folder });
  const links = {
    licet: join(root, "packages/server"),
    "openid-client": join(root, "node_modules/openid-client"),
  };
  for (const [name, target] of Object.entries(links)) {
    const link = join(project, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
  const output = await runProgram(process.execPath, ["--test"], { folder: project, env: QUIETLY });
  assert.match(output, /pass 5\b/, output);
  tried("the project of `licet init next` passes its own test");
}
