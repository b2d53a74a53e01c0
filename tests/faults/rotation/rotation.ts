import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../../packages/server/src/cli/testing/free-port.ts";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { bearer } from "../../support/api-client.ts";
import { createTestDatabase, type TestEngine } from "../../support/databases.ts";
import { type LicetProcess, spawnLicet } from "../../support/spawn-licet.ts";
import type { ExperimentOptions, Measurement } from "../fault-experiment.ts";
import { observeRequests } from "../support/observed-requests.ts";
import { OPERATOR, prepareStorefront } from "../support/prepared-storefront.ts";
import { createIssuedTokens } from "./issued-tokens.ts";
import { createStrictVerifier } from "./strict-verifier.ts";

const CALLERS = 3;
const PAUSE_MILLISECONDS = 60;
const LEAST_KEYS = 3;
const MOST_MORE_MILLISECONDS = 90_000;
/** Keys lead by max-age and propagation, and stay for the lifetime of the tokens that they signed. */
const LIFETIMES = {
  LICET_JWKS_MAX_AGE_SECONDS: "2",
  LICET_KEY_PROPAGATION_SECONDS: "1",
  LICET_ACCESS_TOKEN_SECONDS: "20",
};

interface RotationOptions extends Pick<ExperimentOptions, "random" | "seconds"> {
  readonly everySeconds: number;
  /** The control: keys that do not sign any more are deleted at once. */
  readonly removesTooEarly?: boolean;
}

/** Keys are rotated under load while servers restart. Every token verifies until it expires, by any cache of the JWKS. */
export async function runRotation(engine: TestEngine, options: RotationOptions): Promise<Measurement> {
  const { seconds, everySeconds, random, removesTooEarly = false } = options;
  const database = await prepareStorefront(await createTestDatabase(engine));
  const nodes = await startNodes(database.url, engine === "postgres" ? 2 : 1);
  const restarting = () => nodes.some((node) => node.isDown);
  const requests = observeRequests({ mayBeCut: restarting });
  const up = () => nodes.filter((node) => !node.isDown).map((node) => node.url);
  const issuer = nodes[0]?.url ?? "";
  const tokens = createIssuedTokens(random);
  const violations: string[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  /** A slow machine spends a short experiment with the restart, and gets more time; so does a control. */
  const isRunning = () => {
    const left = endsAt - performance.now();
    const isIncomplete = tokens.kids.size < LEAST_KEYS || (removesTooEarly && violations.length === 0);
    return left > 0 || (isIncomplete && left > -MOST_MORE_MILLISECONDS);
  };
  let verified = 0;
  let rotations = 0;
  let restarts = 0;

  async function issue(scope: string): Promise<string | undefined> {
    const body = new URLSearchParams({ grant_type: "client_credentials", scope, ...OPERATOR });
    const [url] = up().length === 0 ? [] : [random.pick(up())];
    if (url === undefined) return undefined;
    const { status, body: answer } = await requests.send("token", `${url}/oidc/token`, {
      method: "POST",
      body,
    });
    return status === 200 ? (answer as { access_token: string }).access_token : undefined;
  }

  /** Verifies what was just issued, and what was issued before; both in each of the caches. */
  async function issueAndVerify(): Promise<void> {
    const verifiers = nodes.map(({ url }, index) =>
      // The other nodes after it: while a node restarts, its clients ask another one.
      createStrictVerifier(
        `the verifier of node ${index + 1}`,
        () => up().toSorted((a) => (a === url ? -1 : 1)),
        requests,
        issuer,
      ),
    );
    while (isRunning()) {
      const fresh = await issue("stock:read");
      if (fresh !== undefined) tokens.add(fresh);
      for (const token of [fresh, tokens.pick()].filter((each) => each !== undefined)) {
        for (const verifier of verifiers) {
          const verdict = await verifier.verify(token);
          if (typeof verdict === "object") violations.push(verdict.refusal);
          else if (verdict === "valid") verified += 1;
        }
      }
      await delay(PAUSE_MILLISECONDS);
    }
  }

  async function rotate(): Promise<void> {
    while (isRunning()) {
      await delay(everySeconds * 1_000);
      const token = await issue("licet:keys.write");
      const [url] = up();
      if (token === undefined || url === undefined) continue;
      const { status } = await requests.send("rotation", `${url}/api/v1/keys:rotate`, {
        method: "POST",
        headers: { ...bearer(token), "content-type": "application/json" },
        body: "{}",
      });
      if (status === 200) rotations += 1;
      if (removesTooEarly) await removeRetiredKeys(database.url);
    }
  }

  async function restart(): Promise<void> {
    for (const node of nodes) {
      await delay((seconds * 1_000) / (nodes.length + 1));
      await node.restart();
      restarts += 1;
    }
  }

  try {
    const callers = Array.from({ length: CALLERS }, () => issueAndVerify());
    await Promise.all([...callers, rotate(), restart()]);
    if (tokens.kids.size < LEAST_KEYS)
      violations.push(`only ${tokens.kids.size} keys signed, so nothing was tried`);
    return {
      load: `${tokens.count.toLocaleString("en")} tokens, ${verified.toLocaleString("en")} verifications in ${seconds.toFixed(0)} s, ${nodes.length} ${nodes.length === 1 ? "node" : "nodes"}`,
      faults: `${rotations} rotations, ${restarts} restarts`,
      figure: `${tokens.kids.size} keys signed, ${violations.length} refused`,
      bar: "every token verifies until it expires, with any JWKS of no more than its max-age",
      violations: [...violations, ...requests.violations()],
    };
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await database.drop();
  }
}

interface Node {
  readonly url: string;
  readonly isDown: boolean;
  restart(): Promise<void>;
  stop(): Promise<unknown>;
}

/** Nodes that keep their ports over a restart. The address of the first one is the issuer of all. */
async function startNodes(databaseUrl: string, count: number): Promise<readonly Node[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  const baseUrl = `http://127.0.0.1:${ports[0]}`;
  const start = (port: number): Promise<LicetProcess> =>
    spawnLicet({
      databaseUrl,
      arguments: ["--port", `${port}`, "--base-url", baseUrl],
      environment: LIFETIMES,
    });
  return Promise.all(
    ports.map(async (port) => {
      let process = await start(port);
      let isDown = false;
      return {
        url: `http://127.0.0.1:${port}`,
        get isDown() {
          return isDown;
        },
        async restart() {
          isDown = true;
          await process.stop();
          process = await start(port);
          isDown = false;
        },
        stop: () => process.stop(),
      };
    }),
  );
}

/** Deletes every key that has a successor which signs. The nodes learn it at the next rotation or restart. */
async function removeRetiredKeys(databaseUrl: string): Promise<void> {
  await runSql(
    databaseUrl,
    `delete from signing_keys where exists (select 1 from signing_keys as newer
      where newer.algorithm = signing_keys.algorithm and newer.activates_at > signing_keys.activates_at
        and newer.activates_at <= ${Date.now()})`,
  );
}
