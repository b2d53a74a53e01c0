import type { Siblings } from "../core/siblings.ts";
import type { Engine } from "./engine.ts";

/**
 * A commit counts as done when the other workers of this server know it. For a caller they are one node, and the node
 * that it wrote to knows its write at once (docs/guides/consistency.md), whichever worker answers next.
 */
export const tellSiblings = (engine: Engine, siblings: Siblings): Engine => ({
  ...engine,
  async catchUp(logged) {
    await Promise.all([engine.catchUp(logged), siblings.catchUp(logged.revision)]);
  },
});
