import { readFileSync } from "node:fs";

/** For the database, its files, threads, modules that are loaded later, and logout notices. A server uses about 45. */
const RESERVED_DESCRIPTORS = 64;
const LEAST_CONNECTIONS = 8;

/** How many connections the limit of this process leaves room for; undefined where the system does not tell. */
export function findMaxConnections(): number | undefined {
  const limit = findDescriptorLimit();
  return limit === undefined ? undefined : Math.max(LEAST_CONNECTIONS, limit - RESERVED_DESCRIPTORS);
}

/** Linux alone tells it in a file. Node has already raised the soft limit to the hard one. */
function findDescriptorLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}
