import { setTimeout as sleep } from "node:timers/promises";
import { OAUTH_PATHS } from "../../../packages/server/src/oauth/server-metadata.ts";
import { createTestDatabase, type TestEngine } from "../../support/databases.ts";
import { exchange, getCode } from "../../support/sign-in.ts";
import { ALICE, CALLBACK, createRequest, DESK } from "../../support/storefront.ts";
import type { Measurement } from "../fault-experiment.ts";
import { createLicetNode, signInClients } from "../ledger/served-licet.ts";
import { listWorkers } from "../workers/worker-processes.ts";
import { holdToShare } from "./hold-to-share.ts";
import { createKeptConnection, sendTimed, type TimedAnswer } from "./timed-requests.ts";

const ANSWERED_WITHIN_MILLISECONDS = 10_000;
/** After this time a client asks again; the promise is about those that wait. */
const PATIENCE_MILLISECONDS = 20_000;
const GIVE_UP_MILLISECONDS = 3_000;
/** A write that was begun before its client left may end after it, and times are stored in whole seconds. */
const BEGUN_MILLISECONDS = 2_000;

const REQUEST = createRequest(DESK, { scope: "openid orders:read offline_access" });
const KEPT_CONNECTIONS = 10;
const CHECKS_PER_SECOND = 40;
const CHAINS = 10;

export interface Abandoned {
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly leftAt: number;
}

export interface Observed {
  readonly answers: readonly (TimedAnswer & { readonly kind: string })[];
  readonly abandoned: readonly Abandoned[];
  /** When the roles were created that exist, by name. */
  readonly createdAt: ReadonlyMap<string, number>;
  /** What a refresh token got that was neither given up nor used by anybody else. */
  readonly lostChains: readonly string[];
}

/** Everything that a starved server must not do. */
export function findViolations({ answers, abandoned, createdAt, lostChains }: Observed): readonly string[] {
  const late = answers.filter(({ milliseconds }) => milliseconds > ANSWERED_WITHIN_MILLISECONDS);
  const wrong = answers.filter(({ status = 503 }) => status >= 500 && status !== 503);
  const executed = abandoned.flatMap(({ name, leftAt }) => {
    const milliseconds = (createdAt.get(name) ?? 0) - leftAt;
    return milliseconds > BEGUN_MILLISECONDS ? [{ name, milliseconds }] : [];
  });
  return [
    ...late.map(
      ({ kind, milliseconds }) => `${kind}: an answer after ${(milliseconds / 1_000).toFixed(1)} s`,
    ),
    ...wrong.map(({ kind, status }) => `${kind}: ${status}`),
    ...executed.map(({ name, milliseconds }) => `${name}: written ${milliseconds} ms after its client left`),
    ...lostChains.map((reason) => `a client lost its refresh token: ${reason}`),
  ];
}

/** A server that gets a small share of one core, with more new connections and writes than it can serve. */
export async function runStarved(
  engine: TestEngine,
  options: { readonly workers: number; readonly seconds: number; readonly share: number },
): Promise<Measurement> {
  const { workers, seconds, share } = options;
  await using stack = new AsyncDisposableStack();
  const database = stack.adopt(await createTestDatabase(engine), ({ drop }) => drop());
  const node = stack.adopt(await createLicetNode({ databaseUrl: database.url, workers }), ({ kill }) =>
    kill(),
  );
  await node.start();
  const { browser, token } = await signInClients(node.url);
  const chains = await Promise.all(
    Array.from({ length: CHAINS }, async () => {
      const code = await getCode(browser, REQUEST, ALICE);
      const { body } = await exchange({ url: node.url }, code, { ...DESK, redirect_uri: CALLBACK });
      return { refreshToken: String(body.refresh_token) };
    }),
  );
  const parent = node.pid ?? Number.NaN;
  const processes = [parent, ...(await listWorkers(parent))];

  const answers: (TimedAnswer & { kind: string })[] = [];
  const abandoned: Abandoned[] = [];
  const lostChains: string[] = [];
  const json = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const check = JSON.stringify({ subject: "user:alice", permission: "orders:read" });
  const note = async (kind: string, answer: Promise<TimedAnswer>) => {
    answers.push({ kind, ...(await answer) });
  };

  const until = performance.now() + seconds * 1_000;
  const repeat = async (everyMilliseconds: number, work: () => Promise<unknown>) => {
    while (performance.now() < until) {
      const next = sleep(everyMilliseconds);
      await work();
      await next;
    }
  };
  const started: Promise<unknown>[] = [];
  /** Begins work at a steady rate, however long it takes. */
  const atRate = (everyMilliseconds: number, work: () => Promise<unknown>) =>
    repeat(everyMilliseconds, async () => {
      started.push(work());
    });

  let roles = 0;
  async function createRole(): Promise<void> {
    roles += 1;
    const name = `starved-${roles}`;
    const body = JSON.stringify({ name, grants: [{ permission: "orders:read" }] });
    const { isAbandoned } = await sendTimed(`${node.url}/api/v1/roles`, {
      method: "POST",
      headers: json,
      body,
      giveUpMilliseconds: GIVE_UP_MILLISECONDS,
    });
    if (isAbandoned) abandoned.push({ name, leftAt: Date.now() });
  }

  /** A client that asks again with the same token when it got no answer. */
  async function refresh(chain: (typeof chains)[number]): Promise<void> {
    const { status, text } = await sendTimed(node.url + OAUTH_PATHS.token, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: chain.refreshToken,
        ...DESK,
      }).toString(),
      giveUpMilliseconds: GIVE_UP_MILLISECONDS,
    });
    if (status === 200) chain.refreshToken = String(JSON.parse(text).refresh_token);
    else if (status === 400) lostChains.push(text);
  }

  {
    await using _held = await holdToShare(processes, share);
    await Promise.all([
      ...Array.from({ length: KEPT_CONNECTIONS }, () => {
        const agent = stack.adopt(createKeptConnection(), (kept) => kept.destroy());
        const send = () =>
          sendTimed(`${node.url}/api/v1/check`, {
            method: "POST",
            headers: json,
            body: check,
            agent,
            giveUpMilliseconds: PATIENCE_MILLISECONDS,
          });
        return repeat((1_000 * KEPT_CONNECTIONS) / CHECKS_PER_SECOND, () =>
          note("a kept connection", send()),
        );
      }),
      atRate(200, () =>
        note(
          "a new connection",
          sendTimed(`${node.url}/livez`, { giveUpMilliseconds: PATIENCE_MILLISECONDS }),
        ),
      ),
      atRate(300, createRole),
      ...chains.map((chain) => repeat(1_500, () => refresh(chain))),
    ]);
    await Promise.all(started);
  }
  await sleep(ANSWERED_WITHIN_MILLISECONDS);

  const createdAt = new Map<string, number>();
  for (const { name } of abandoned) {
    const { status, text } = await sendTimed(`${node.url}/api/v1/roles/${name}`, {
      headers: json,
      giveUpMilliseconds: PATIENCE_MILLISECONDS,
    });
    if (status === 200) createdAt.set(name, Date.parse(JSON.parse(text).created_at));
  }
  for (const chain of chains) await refresh(chain);

  const slowest = (kind: string) =>
    Math.max(0, ...answers.filter((each) => each.kind === kind).map(({ milliseconds }) => milliseconds));
  const inSeconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
  const violations = findViolations({ answers, abandoned, createdAt, lostChains });
  return {
    load: `${answers.length} checks and probes, ${roles} writes, ${CHAINS} chains of refresh tokens in ${seconds} s, ${workers} worker${workers === 1 ? "" : "s"}`,
    faults: `${share * 100} % of a core; clients give up after 3 s`,
    figure: `${violations.length} violations, slowest answer ${inSeconds(slowest("a kept connection"))} on kept and ${inSeconds(slowest("a new connection"))} on new connections; ${abandoned.length} writes given up, ${createdAt.size} of them had begun`,
    bar: "every answer within 10 s; no write begun after its client left; no refresh token lost",
    violations,
  };
}
