import type { Client } from "../client.ts";
import { createRuntimeClient } from "../support/runtime-client.ts";

export const bun: Client = createRuntimeClient({ name: "bun", args: ["run"] });
