import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Driven } from "../client.ts";

/** Saves the document of the running server beside the client that is made of it, and returns its path. */
export async function fetchOpenapi({ scene, folder }: Driven): Promise<string> {
  const response = await fetch(`${scene.issuer}/api/v1/openapi.json`);
  if (!response.ok) throw new Error(`openapi.json: ${response.status} ${await response.text()}`);
  const path = join(folder, "openapi.json");
  writeFileSync(path, await response.text());
  return path;
}
