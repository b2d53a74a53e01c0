import type { FastifyInstance } from "fastify";
import type { Limiter } from "../../limits/limiter.ts";
import { originOf } from "../request-parts.ts";
import type { LimitedAddress } from "./limited-address.ts";
import { PROBE_PATHS } from "./refuse-foreign-hosts.ts";

/** Counts every request of an address, if the operator set this limit. */
export function limitRequests(
  app: FastifyInstance,
  limiter: Pick<Limiter, "isOn" | "take">,
  limitedAddress: LimitedAddress,
): void {
  if (!limiter.isOn("address_requests")) return;
  app.addHook("onRequest", async (request) => {
    if (PROBE_PATHS.has(request.routeOptions.url ?? "")) return;
    const address = limitedAddress(request);
    if (address === undefined) return;
    limiter.take("address_requests", address, { actor: `address:${address}`, ...originOf(request) });
  });
}
