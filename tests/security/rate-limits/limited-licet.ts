import assert from "node:assert/strict";
import type { StoredAuditEvent } from "../../../packages/server/src/audit/events.ts";
import { createMovableClock, type MovableClock } from "../../support/movable-clock.ts";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { DEFAULT_LIMITS, postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";

export interface LimitedLicet extends RunningLicet {
  readonly clock: MovableClock;
}

export type Answer = Awaited<ReturnType<typeof postForm>>;

/** Starts Licet with the default limits, behind a trusted proxy that names the address of the caller. */
export async function startLimited(
  options: Partial<Parameters<typeof startLicet>[0]> = {},
): Promise<LimitedLicet> {
  const clock = createMovableClock();
  const licet = await startLicet({
    state: SHOP,
    clock,
    oneWorker: "a process counts exactly; the counts of workers add up within two seconds, as those of nodes",
    ...options,
    settings: { ...DEFAULT_LIMITS, trusted_proxies: "127.0.0.1", ...options.settings },
  });
  return { ...licet, clock };
}

export const forwardedFor = (address: string) => ({ "x-forwarded-for": address });

/** Requests a token, with a wrong secret unless another is given. */
export const requestToken = (
  { url }: { readonly url: string },
  headers: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  postForm(
    `${url}/oidc/token`,
    { grant_type: "client_credentials", scope: "orders:read", ...REPORTS, client_secret: "wrong", ...given },
    headers,
  );

export async function failTimes(
  licet: { readonly url: string },
  times: number,
  headers: Readonly<Record<string, string>>,
  given: (index: number) => Readonly<Record<string, string>> = () => ({}),
): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const answer = await requestToken(licet, headers, given(index));
    assert.equal(answer.status, 401, `request ${index + 1}: ${answer.text}`);
  }
}

/** RFC 6585 §4. */
export function assertLimited({ status, headers, body, text }: Answer): void {
  assert.equal(status, 429, text);
  assert.equal(body.error, "temporarily_unavailable");
  const seconds = Number(headers.get("retry-after"));
  assert.ok(Number.isInteger(seconds) && seconds > 0 && seconds <= 300, `retry-after: ${seconds}`);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(headers.get("www-authenticate"), null, "no secret is asked for");
}

/** Returns the events, with those that the server would write in the background later. */
export async function listReachedLimits(licet: RunningLicet): Promise<readonly StoredAuditEvent[]> {
  await licet.runJob("audit");
  return licet.services.storage.audit.list({ type: "limit.reached" }, 100);
}

export async function countLimitedRequests({ url }: RunningLicet): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Object.fromEntries(
    [...text.matchAll(/^licet_limited_requests_total\{limit="(\w+)"\} (\d+)$/gm)].map(([, name, count]) => [
      name,
      Number(count),
    ]),
  );
}
