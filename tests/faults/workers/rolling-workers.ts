import { createAssertionSigner } from "../../security/client-authentication/assertion-signer.ts";
import type { TestEngine } from "../../support/databases.ts";
import type { Measurement } from "../fault-experiment.ts";
import { startFullLoad } from "../full-load/full-load.ts";
import { registerSigner } from "../full-load/one-time-assertions.ts";
import type { Random } from "../support/random.ts";
import { serveWorkers } from "./served-workers.ts";
import { holdSlowReaders } from "./slow-readers.ts";

const SLOW_READERS = 10;
/** A worker waits 15 s for clients that do not read, so not every restart has them. */
const SLOW_READERS_EVERY = 10;

/**
 * The workers are replaced one by one by SIGHUP, again and again, under clients that keep their connections, under
 * clients that open a new one for each request, and under clients that do not read their answers. `killed`: the control,
 * in which workers end without warning. `isLight`: fewer callers, and none that keeps its connection: on a machine that is
 * too busy, such a client learns too late that an idle connection was closed (RFC 9112 §9.6).
 */
export async function runRollingWorkers(
  engine: TestEngine,
  options: {
    readonly random: Random;
    readonly restarts: number;
    readonly killed?: boolean;
    readonly isLight?: boolean;
  },
): Promise<Measurement> {
  const { random, restarts, killed = false, isLight = false } = options;
  const signer = await createAssertionSigner("ES256");
  await using server = await serveWorkers(engine, { applications: registerSigner(signer) });
  const shared = { url: server.url, random, signer, isLight };
  const anew = { ...shared, connectsAnew: true, name: "anew", permission: "orders:write" } as const;
  const loads = [await startFullLoad(anew), ...(isLight ? [] : [await startFullLoad(shared)])];
  let slowest = 0;
  for (let restart = 0; restart < restarts; restart += 1) {
    using _readers = await holdSlowReaders(
      server.url,
      restart % SLOW_READERS_EVERY === SLOW_READERS_EVERY - 1 ? SLOW_READERS : 0,
    );
    const old = await server.workers();
    if (killed) for (const id of old) process.kill(id, "SIGKILL");
    else process.kill(server.parent(), "SIGHUP");
    slowest = Math.max(slowest, await server.untilReplaced(old));
  }
  const violations = (await Promise.all(loads.map(({ finish }) => finish()))).flat();
  const described = loads.map((load) => load.describe());
  const slowestAnswer = Math.max(...described.map(({ slowestSeconds }) => slowestSeconds));
  return {
    load: `with new connections: ${described[0]?.load}; with kept ones: ${described[1]?.load ?? "none"}; ${SLOW_READERS} clients that do not read, in every ${SLOW_READERS_EVERY}th restart`,
    faults: killed ? `${restarts} times all workers killed` : `${restarts} rolling restarts by SIGHUP`,
    figure: `${violations.length} violations, slowest answer ${slowestAnswer.toFixed(1)} s, slowest rolling restart ${(slowest / 1_000).toFixed(1)} s`,
    bar: "no failed request, no code, refresh token or assertion accepted twice, every acknowledged write there, nothing revoked accepted, one set of keys, a rolling restart within 120 s",
    violations:
      violations.length === 0
        ? []
        : [...violations, `its log ends with ${server.node.output().slice(-4_000)}`],
  };
}
