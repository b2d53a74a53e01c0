import type { Client } from "../client.ts";
import { createOauth4webapiClient } from "../support/oauth4webapi-client.ts";

export const deno: Client = createOauth4webapiClient({
  name: "deno",
  // Deno uses the packages that npm installed, and gets only the permissions that the driver needs.
  args: ["run", "--node-modules-dir=manual", "--allow-env=CLIENT_TEST_SCENE", "--allow-net=127.0.0.1"],
  env: { DENO_NO_UPDATE_CHECK: "1" },
});
