import type { OlderNode } from "./stores.ts";

/** "2 servers (0.1.0 on one.example.test, 0.1.0 on two.example.test)" */
export function describeNodes(nodes: readonly OlderNode[]): string {
  const named = nodes.slice(0, 5).map(({ host, version }) => `${version} on ${host}`);
  const more = nodes.length > named.length ? ", …" : "";
  return `${nodes.length === 1 ? "1 server" : `${nodes.length} servers`} (${named.join(", ")}${more})`;
}
