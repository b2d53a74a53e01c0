import { ProblemError } from "../problems.ts";

/** Bounds how many streams a node has open. */
export interface StreamSlots {
  /** Takes a slot and returns the function that gives it back. Throws when there is none. */
  take(applicationId: string): () => void;
}

/** An application is a server with many processes, each with one stream. */
const MOST_OF_APPLICATION = 64;
const MOST = 512;

export function createStreamSlots(): StreamSlots {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take(applicationId) {
      const own = taken.get(applicationId) ?? 0;
      if (own >= MOST_OF_APPLICATION || total >= MOST)
        throw new ProblemError("temporarily_unavailable", "too many streams are open at this node");
      taken.set(applicationId, own + 1);
      total += 1;
      return () => {
        const left = (taken.get(applicationId) ?? 1) - 1;
        if (left === 0) taken.delete(applicationId);
        else taken.set(applicationId, left);
        total -= 1;
      };
    },
  };
}
