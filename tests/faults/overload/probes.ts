import { setTimeout as delay } from "node:timers/promises";
import { observeRequests, type RequestSummary } from "../support/observed-requests.ts";

/** Whoever looks after a node asks it, too, and restarts a node that does not answer. */
export function startProbes(url: string, { connectsAnew = false } = {}) {
  const observed = observeRequests({ connectsAnew });
  let isOver = false;
  const ask = async (path: string) => {
    while (!isOver) {
      await observed.send(path, url + path);
      await delay(200);
    }
  };
  const asking = Promise.all(["/livez", "/readyz"].map(ask));
  return {
    async stop(): Promise<RequestSummary> {
      isOver = true;
      await asking;
      return observed.summary();
    },
  };
}
