import { setTimeout as delay } from "node:timers/promises";
import type { SqliteOptions } from "../../../packages/server/src/storage/sqlite/open-sqlite.ts";
import { issueToken } from "../../security/issue-token.ts";
import { bearer } from "../../support/api-client.ts";
import { createTestDatabase } from "../../support/databases.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type ObservedAnswer, type ObservedRequests, observeRequests } from "../support/observed-requests.ts";

const PROBE = { client_id: "probe", client_secret: "probe-secret-of-the-experiments-with-files" };
const PAUSE_MILLISECONDS = 20;

const WORLD = `
resources:
  - { name: orders, identifier: https://orders.example.test, actions: { read: { description: See orders } } }
roles: [{ name: viewer, grants: [orders:read] }]
users: [{ username: alice }]
applications:
  - { client_id: ${PROBE.client_id}, client_secret: ${PROBE.client_secret}, name: The probe, type: service, serves: [orders] }
  - { client_id: phone, name: A phone, type: native, redirect_uris: ["http://127.0.0.1/callback"] }
assignments:
  - { principal: application:probe, role: licet-administrator }
  - { principal: application:probe, permission: orders:read }
  - { principal: user:alice, role: viewer }
`;

/** A write as its client knows it. */
export interface LedgerEntry {
  readonly role: string;
  readonly sentAt: number;
  readonly isAcknowledged: boolean;
}

export interface LoadedServer {
  readonly licet: RunningLicet;
  readonly callers: number;
  readonly file: string;
  readonly requests: ObservedRequests;
  readonly ledger: readonly LedgerEntry[];
  /** Refusals that do not say when to try again. */
  readonly withoutRetryAfter: readonly string[];
  /** Resolves when requests have been answered, and writes acknowledged if there are any. */
  underWay(): Promise<void>;
  readiness(): Promise<number | undefined>;
  /** Ends the load. Resolves when everything that was sent is answered. */
  endLoad(): Promise<void>;
  stop(): Promise<void>;
  /** Deletes the file. */
  drop(): Promise<void>;
}

/** What only reads. Each of them reads the database at every request, but for the token. */
export const READS = ["check", "introspection", "token", "readyz", "authorization"] as const;
/** Touches no database. What it takes is the time of a busy machine, which all requests need. */
const REFERENCE = "livez";
/** How much longer than `/livez` a read may take. */
const MOST_FOR_A_READ_MILLISECONDS = 1_000;
/** What writes. A sign-in that begins stores where it is to lead. */
export const WRITES = ["write", "sign-in"] as const;

/** A server on a SQLite file, with one caller for each kind of request that reads, and several that write. */
export async function startLoadedServer(
  sqlite: SqliteOptions,
  { writers = 3 }: { readonly writers?: number } = {},
): Promise<LoadedServer> {
  const database = await createTestDatabase("sqlite");
  const licet = await startLicet({ state: WORLD, database, storage: { sqlite }, readsLog: true });
  const { url } = licet;
  const token = await issueToken(licet, PROBE, "orders:read");
  const manage = bearer(await issueToken(licet, PROBE, "licet:check licet:roles.write"));
  const requests = observeRequests();
  const ledger: LedgerEntry[] = [];
  const withoutRetryAfter: string[] = [];
  const over = new AbortController();

  const observe = async (kind: string, path: string, init?: RequestInit): Promise<ObservedAnswer> => {
    const answer = await requests.send(kind, url + path, init);
    if (answer.status === 503 && !answer.headers.has("retry-after"))
      withoutRetryAfter.push(`${kind}: 503 without Retry-After`);
    return answer;
  };
  const form = (values: Readonly<Record<string, string>>): RequestInit => ({
    method: "POST",
    body: new URLSearchParams(values),
  });
  const json = (body: unknown): RequestInit => ({
    method: "POST",
    headers: { ...manage, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const authorization = (parameters: Readonly<Record<string, string>>) =>
    `/oidc/auth?${new URLSearchParams({
      client_id: "phone",
      redirect_uri: "http://127.0.0.1/callback",
      response_type: "code",
      scope: "openid",
      code_challenge: "0123456789012345678901234567890123456789012",
      code_challenge_method: "S256",
      ...parameters,
    })}`;

  let last = 0;
  const loads: Readonly<
    Record<(typeof READS)[number] | (typeof WRITES)[number] | typeof REFERENCE, () => Promise<unknown>>
  > = {
    check() {
      last += 1;
      // Another instance each time, which no cache holds.
      const resource = `orders/order-${last}`;
      return observe(
        "check",
        "/api/v1/check",
        json({ subject: "user:alice", permission: "orders:read", resource }),
      );
    },
    introspection: () => observe("introspection", "/oidc/introspect", form({ token, ...PROBE })),
    token: () =>
      observe(
        "token",
        "/oidc/token",
        form({ grant_type: "client_credentials", scope: "orders:read", ...PROBE }),
      ),
    livez: () => observe("livez", "/livez"),
    readyz: () => observe("readyz", "/readyz"),
    authorization: () => observe("authorization", authorization({ prompt: "none" })),
    async write() {
      last += 1;
      const role = `role-${last}`;
      const sentAt = performance.now();
      const { status } = await observe(
        "write",
        "/api/v1/roles",
        json({ name: role, grants: ["orders:read"] }),
      );
      ledger.push({ role, sentAt, isAcknowledged: status === 201 });
    },
    "sign-in": () => observe("sign-in", authorization({})),
  };
  const repeat = async (load: () => Promise<unknown>) => {
    while (!over.signal.aborted) {
      await load();
      await delay(PAUSE_MILLISECONDS);
    }
  };
  const { write, ...others } = loads;
  const callers = [...Object.values(others), ...Array.from({ length: writers }, () => write)];
  const running = Promise.all(callers.map(repeat));

  return {
    licet,
    callers: callers.length,
    file: database.url.slice("sqlite:".length),
    requests,
    ledger,
    withoutRetryAfter,
    async underWay() {
      const hasWritten = () => writers === 0 || ledger.some(({ isAcknowledged }) => isAcknowledged);
      while (requests.summary().count < 3 * callers.length || !hasWritten()) await delay(PAUSE_MILLISECONDS);
    },
    readiness: async () => (await fetch(`${url}/readyz`)).status,
    async endLoad() {
      over.abort();
      await running;
    },
    async stop() {
      over.abort();
      await running;
      await licet.stop();
    },
    drop: database.drop,
  };
}

/** "slowest: livez 4 ms; check 12 ms, token 9 ms; write 5,012 ms, sign-in 5,030 ms, 12 of them answered with 503" */
export function describeTimes({ requests }: LoadedServer): string {
  const slowest = (kinds: readonly string[]) =>
    kinds
      .filter((kind) => requests.summary(kind).count > 0)
      .map((kind) => `${kind} ${requests.summary(kind).slowest.toFixed(0)} ms`)
      .join(", ");
  const refused = WRITES.reduce((sum, kind) => sum + (requests.summary(kind).byStatus.get(503) ?? 0), 0);
  return `slowest: ${slowest([REFERENCE])}; ${slowest(READS)}; ${slowest(WRITES)}, ${refused} of them answered with 503`;
}

/** "1,203 requests of 9 callers" */
export const describeLoad = ({ requests, callers }: LoadedServer): string =>
  `${requests.summary().count.toLocaleString("en")} requests of ${callers} callers`;

export const READ_BAR = "reads answered within 1 s more than /livez";

/** Reads that waited, or were not answered with what they asked for. */
export function delayedReads(
  { requests }: LoadedServer,
  mostMilliseconds = MOST_FOR_A_READ_MILLISECONDS,
): readonly string[] {
  const most = mostMilliseconds + requests.summary(REFERENCE).slowest;
  return READS.flatMap((kind) => {
    const { slowest, byStatus } = requests.summary(kind);
    const others = [...byStatus].filter(([status]) => status !== (kind === "authorization" ? 303 : 200));
    return [
      ...(slowest > most ? [`${kind}: the slowest took ${slowest.toFixed(0)} ms`] : []),
      ...others.map(([status, count]) => `${kind}: ${count} answered with ${status}`),
    ];
  });
}
