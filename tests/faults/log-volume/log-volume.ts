import { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { UnavailableError } from "../../../packages/server/src/core/errors/errors.ts";
import { createLog } from "../../../packages/server/src/observability/log.ts";
import { createDatabaseProxy } from "../../support/database-proxy.ts";
import { createTestDatabase } from "../../support/databases.ts";
import { spawnLicet } from "../../support/spawn-licet.ts";
import { countWorkers } from "../../support/workers/count-workers.ts";
import type { Measurement } from "../fault-experiment.ts";
import { observeRequests } from "../support/observed-requests.ts";

const CALLERS = 20;
const MOST_BYTES = 100_000;

/** Takes the database away under load, and reads what the log has of it. */
export async function runLogVolume({ seconds = 10, aggregated = true } = {}): Promise<Measurement> {
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createTestDatabase("postgres"), ({ drop }) => drop());
  const proxy = await createDatabaseProxy(database);
  started.defer(() => proxy.shut());
  const licet = await spawnLicet({ databaseUrl: proxy.url });
  started.defer(async () => void (await licet.stop()));
  const observed = observeRequests();
  const logged = licet.output().length;
  await proxy.shut();
  const endsAt = performance.now() + seconds * 1_000;
  const ask = async () => {
    while (performance.now() < endsAt)
      await observed.send("token", `${licet.url}/oidc/token`, tokenRequest());
  };
  await Promise.all(Array.from({ length: CALLERS }, ask));
  const refused = observed.summary().byStatus.get(503) ?? 0;
  await delay(1_200);
  const log = aggregated ? licet.output().slice(logged) : logEach(refused);
  await proxy.open();
  const lines = parseLines(log);
  const counted = lines
    .filter(({ msg }) => msg === "cannot answer")
    .reduce((sum, { count = 1 }) => sum + count, 0);
  const most = Math.max(0, ...countByMessage(lines).values());
  return {
    load: `${CALLERS} callers, ${refused} requests answered with 503`,
    faults: `PostgreSQL away for ${seconds} s`,
    figure: `${lines.length} lines, ${Math.round(log.length / 1_000)} kB, at most ${most} of one message; ${counted} requests counted`,
    bar: "at most one line a second of each message and reason, under 100 kB, every request counted",
    violations: [
      ...(log.length < MOST_BYTES ? [] : [`the log has ${log.length} bytes`]),
      // The first line comes at once, and the last count after the end.
      ...(most <= countWorkers() * (seconds + 3) ? [] : [`one message has ${most} lines in ${seconds} s`]),
      ...(counted === refused ? [] : [`${refused} requests were refused, and ${counted} are in the log`]),
      ...(refused > 0 ? [] : ["no request was refused"]),
      ...observed.violations(),
    ],
  };
}

const tokenRequest = (): RequestInit => ({
  method: "POST",
  body: new URLSearchParams({
    grant_type: "client_credentials",
    client_id: "nobody",
    client_secret: "a secret of nobody that is long enough",
  }),
});

interface Line {
  readonly msg: string;
  readonly reason?: string;
  readonly count?: number;
}

const parseLines = (log: string): readonly Line[] =>
  log
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line & { err?: { type: string; message: string } })
    .map(({ err, ...line }) => (err ? { ...line, reason: `${err.type}: ${err.message}` } : line));

function countByMessage(lines: readonly Line[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { msg, reason } of lines) {
    const key = `${msg}: ${reason}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The log as it would be with a line and a stack for each request. */
function logEach(times: number): string {
  let text = "";
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const log = createLog("info", destination);
  for (let request = 0; request < times; request += 1) {
    const cause = new Error("connect ECONNREFUSED 127.0.0.1:5432");
    log.warn({ err: new UnavailableError("cannot connect to the database", { cause }) }, "cannot answer");
  }
  return text;
}
