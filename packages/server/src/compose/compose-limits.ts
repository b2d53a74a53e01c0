import { createAdmitAnonymous } from "../http/admission/admit-anonymous.ts";
import { createLimitedAddress } from "../http/admission/limited-address.ts";
import { createRecordLimit, createReportFull } from "../http/admission/record-limit.ts";
import { createLimitClient } from "../http/oauth/limit-client.ts";
import { createLimiter } from "../limits/limiter.ts";
import type { HoldName, Limits } from "../limits/limits.ts";
import type { Services } from "../services.ts";
import type { LimitSettings } from "../settings/settings.ts";
import type { Monitoring } from "./compose-monitoring.ts";

export type LimitParts = Awaited<ReturnType<typeof composeLimits>>;

/** Composes the limits of failures and requests, and the address that a request counts for. */
export async function composeLimits(
  { settings, log, clock, storage, deriveKey }: Services,
  { audit, onLimited }: Pick<Monitoring, "audit" | "onLimited">,
) {
  const limitedAddress = createLimitedAddress({
    baseUrl: settings.baseUrl,
    trustedProxies: settings.trustedProxies,
    hasNoProxy: settings.hasNoProxy,
    warn: (message) => log.warn(message),
  });
  const limiter = createLimiter({
    limits: limitsFrom(settings.limits),
    store: storage.limits,
    clock,
    key: deriveKey("limits"),
    onLimited,
    onReached: createRecordLimit({ audit, clock }),
  });
  await limiter.load();
  return {
    limiter,
    limitedAddress,
    limitClient: createLimitClient(limiter),
    admitAnonymous: createAdmitAnonymous(limiter),
    reportFull: (hold: HoldName) => createReportFull(hold, { audit, clock, onLimited }),
  };
}

/** The last two limits count every request. They are off by default. */
const limitsFrom = (limits: LimitSettings): Limits => {
  const { windowSeconds } = limits;
  return {
    client_failures: { most: limits.clientFailures, windowSeconds },
    address_failures: { most: limits.addressFailures, windowSeconds },
    anonymous_requests: { most: limits.anonymousRequests, windowSeconds },
    client_requests: { most: limits.clientRequests, windowSeconds: 60 },
    address_requests: { most: limits.addressRequests, windowSeconds: 60 },
  };
};
