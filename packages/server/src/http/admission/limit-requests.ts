import type { FastifyInstance } from "fastify";
import type { Limiter } from "../../limits/limiter.ts";
import { originOf } from "../request-parts.ts";
import { BY_ADDRESS } from "./hosts.ts";
import type { LimitedAddress } from "./limited-address.ts";

/** Every request of an address counts, where an operator asked for that. */
export function limitRequests(
  app: FastifyInstance,
  limiter: Pick<Limiter, "isOn" | "take">,
  limitedAddress: LimitedAddress,
): void {
  if (!limiter.isOn("address_requests")) return;
  app.addHook("onRequest", async (request) => {
    if (BY_ADDRESS.has(request.routeOptions.url ?? "")) return;
    const address = limitedAddress(request);
    if (address === undefined) return;
    limiter.take("address_requests", address, { actor: `address:${address}`, ...originOf(request) });
  });
}
