import type { Client } from "../client.ts";
import { createOauth4webapiClient } from "../support/oauth4webapi-client.ts";

export const bun: Client = createOauth4webapiClient({ name: "bun", args: ["run"] });
