import { collectDefaultMetrics, Registry } from "prom-client";

let registry: Registry | undefined;

/**
 * What the process itself uses, such as memory and processor time. The servers of a process share it: it observes every
 * garbage collection and measures the delay of the event loop a hundred times a second, and nothing ends that.
 */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
