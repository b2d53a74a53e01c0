import { createHash } from "node:crypto";
import { randomText } from "./ids.ts";

/**
 * The id of a process that serves. Those of the workers of one server begin with the id of the server, which is a hash:
 * the given id opens the lock of its database.
 */
export function generateNodeId(serverId?: string): string {
  if (serverId === undefined) return `nod_${randomText(24)}`;
  const server = createHash("sha256").update(serverId).digest("hex").slice(0, 24);
  return `nod_${server}.${randomText(8)}`;
}

/** The id of the server that a process belongs to. */
export const serverOf = (nodeId: string): string => nodeId.split(".")[0] as string;
