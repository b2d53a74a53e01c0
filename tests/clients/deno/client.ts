import type { Client } from "../client.ts";
import { createRuntimeClient } from "../support/runtime-client.ts";

export const deno: Client = createRuntimeClient({
  name: "deno",
  // Deno uses the packages that npm installed, and gets only the permissions that the driver needs.
  args: ["run", "--node-modules-dir=manual", "--allow-env=CLIENT_TEST_SCENE", "--allow-net=127.0.0.1"],
  env: { DENO_NO_UPDATE_CHECK: "1" },
});
