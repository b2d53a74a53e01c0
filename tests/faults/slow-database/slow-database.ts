import { setTimeout as sleep } from "node:timers/promises";
import { OAUTH_PATHS } from "../../../packages/server/src/oauth/server-metadata.ts";
import { createDatabaseProxy, type DatabaseProxy } from "../../support/database-proxy.ts";
import { createTestDatabase } from "../../support/databases.ts";
import { postForm, startLicet } from "../../support/start-licet.ts";
import { createRequest, ORDERS_SERVER, SHOP_CLIENT, STOREFRONT } from "../../support/storefront.ts";
import { type ObservedRequests, observeRequests } from "../support/observed-requests.ts";
import { createRoleLedger } from "./role-ledger.ts";

/** A time in which the network to the database is bad in one way. */
export interface Phase {
  readonly name: string;
  readonly seconds: number;
  begin(proxy: DatabaseProxy): void;
  /** Called again and again meanwhile. */
  readonly repeat?: (proxy: DatabaseProxy) => void;
}

export interface SlowDatabaseReport {
  readonly requests: ObservedRequests;
  readonly seconds: number;
  readonly acknowledged: number;
  readonly unknown: number;
  /** The longest time until tokens, checks and writes worked again after a phase. */
  readonly slowestRecoveryMilliseconds: number;
  readonly violations: readonly string[];
}

const LONGEST_RECOVERY_MILLISECONDS = 5_000;
const STATE = `${STOREFRONT}
  - { principal: application:${ORDERS_SERVER.client_id}, role: licet-administrator }
`;
const SCOPE = "licet:check licet:roles.read licet:roles.write licet:audit.read licet:escalate";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Runs one phase after the other under load. Between them the database works, and so must Licet. */
export async function runSlowDatabase(options: {
  readonly phases: readonly Phase[];
  readonly callersOfEachKind: number;
  readonly requestDeadlineMilliseconds?: number;
  readonly longestAnswerMilliseconds?: number;
  readonly longestRecoveryMilliseconds?: number;
}): Promise<SlowDatabaseReport> {
  await using started = new AsyncDisposableStack();
  const database = await createTestDatabase("postgres");
  const proxy = started.adopt(await createDatabaseProxy(database), ({ drop }) => drop());
  const { requestDeadlineMilliseconds, longestRecoveryMilliseconds = LONGEST_RECOVERY_MILLISECONDS } =
    options;
  const licet = started.adopt(
    await startLicet({
      state: STATE,
      database: proxy,
      settings: { log_level: "error" },
      ...(requestDeadlineMilliseconds !== undefined && { requestDeadlineMilliseconds }),
    }),
    ({ stop }) => stop(),
  );
  // Whatever happened: a server that waits for a frozen database does not stop.
  started.defer(() => proxy.open());
  const { body } = await postForm(licet.url + OAUTH_PATHS.token, {
    grant_type: "client_credentials",
    ...ORDERS_SERVER,
    scope: SCOPE,
  });
  const token = String(body.access_token);

  const requests = observeRequests();
  const ledger = createRoleLedger({ url: licet.url, token, requests });
  const send = createSenders(licet.url, token, requests);
  const startedAt = performance.now();
  const violations: string[] = [];
  let isOver = false;
  let written = 0;
  const write = () => {
    written += 1;
    return ledger.write(`role-${written}`);
  };
  const repeat = async (work: () => Promise<unknown>) => {
    while (!isOver) {
      await work();
      await sleep(20);
    }
  };
  const kinds = [send.token, send.check, send.introspection, send.signInPage, write];
  const callers = Array.from({ length: options.callersOfEachKind }, () => kinds.map(repeat)).flat();

  let slowestRecoveryMilliseconds = 0;
  for (const phase of options.phases) {
    await runPhase(phase, proxy);
    const recovery = await measureRecovery([send.token, send.check, send.write]);
    slowestRecoveryMilliseconds = Math.max(slowestRecoveryMilliseconds, recovery);
    if (recovery > longestRecoveryMilliseconds)
      violations.push(`after ${phase.name}: works again only after ${(recovery / 1_000).toFixed(1)} s`);
  }
  isOver = true;
  await Promise.all(callers);
  const seconds = (performance.now() - startedAt) / 1_000;
  violations.push(...(await ledger.readBack()));
  violations.push(...requests.violations(options.longestAnswerMilliseconds));
  const { acknowledged, unknown } = ledger;
  return { requests, seconds, acknowledged, unknown, slowestRecoveryMilliseconds, violations };
}

async function runPhase({ seconds, begin, repeat }: Phase, proxy: DatabaseProxy): Promise<void> {
  begin(proxy);
  const endsAt = performance.now() + seconds * 1_000;
  while (performance.now() < endsAt) {
    await sleep(Math.min(250, endsAt - performance.now()));
    repeat?.(proxy);
  }
  await proxy.open();
}

/** The time until each of these succeeds. */
async function measureRecovery(probes: readonly (() => Promise<{ status: number | undefined }>)[]) {
  const openedAt = performance.now();
  await Promise.all(
    probes.map(async (probe) => {
      while (((await probe()).status ?? 500) >= 300 && performance.now() - openedAt < 30_000) await sleep(50);
    }),
  );
  return performance.now() - openedAt;
}

/** One request of each kind. */
function createSenders(url: string, token: string, requests: ObservedRequests) {
  const json = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = (kind: string, path: string, headers: Record<string, string>, body: string) =>
    requests.send(kind, url + path, { method: "POST", headers, body });
  const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();
  const authorization = new URLSearchParams(Object.entries(createRequest(SHOP_CLIENT)) as [string, string][]);
  let probes = 0;
  return {
    token: () =>
      post(
        "token",
        OAUTH_PATHS.token,
        FORM,
        form({ grant_type: "client_credentials", ...ORDERS_SERVER, scope: "licet:check" }),
      ),
    check: () =>
      post(
        "check",
        "/api/v1/check",
        json,
        JSON.stringify({ subject: { type: "user", id: "alice" }, permission: "orders:read" }),
      ),
    introspection: () =>
      post("introspection", OAUTH_PATHS.introspect, FORM, form({ ...ORDERS_SERVER, token })),
    signInPage: () => requests.send("sign-in page", `${url}${OAUTH_PATHS.authorize}?${authorization}`),
    write: () => {
      probes += 1;
      return post("write", "/api/v1/roles", json, JSON.stringify({ name: `probe-${probes}`, grants: [] }));
    },
  };
}
