import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { startClientLoad } from "../../faults/ledger/client-load.ts";
import { createLicetClient } from "../../faults/ledger/licet-client.ts";
import { createLicetNode, type LicetNode, signInClients } from "../../faults/ledger/served-licet.ts";
import { observeRequests } from "../../faults/support/observed-requests.ts";
import { createRandom } from "../../faults/support/random.ts";
import { createPostgresDatabase, startTestPostgres } from "../../support/databases.ts";
import { streamRevocations } from "../../support/revocation-client.ts";
import { ORDERS_SERVER } from "../../support/storefront.ts";
import type { Check } from "../check.ts";
import { HAPROXY } from "../support/programs.ts";
import { readChildren } from "../support/read-children.ts";
import { untilAnswered } from "../support/until-answered.ts";
import { CALLER, sendFrom } from "./send-from.ts";
import { type RunningProxy, startProxy } from "./start-proxy.ts";

const RESTARTS = 6;
const STARTS = 3;
const MOST_KILLS = 6;
const EVENTS = 3;
/** Two checks of the proxy, and a rest. */
const SEEN_BY_PROXY_MILLISECONDS = 1_500;

export const proxy: Check = {
  name: "proxy",
  title: "the proxy before two nodes on PostgreSQL: addresses, events, restarts under load",
  programs: [HAPROXY],
  async run({ report }) {
    await using started = new AsyncDisposableStack();
    const { nodes, proxied } = await startAll(started);
    await assertAddress(nodes, proxied);
    report("Licet sees the address of the caller, and not the one that the caller invents");
    await assertInternalPaths(proxied);
    report(await measureEvents(proxied));
    report(await restartUnderLoad(nodes, proxied));
    report(await startWithProxy(nodes));
    report(await killUnderLoad(nodes, proxied));
    await assertLogWithoutTokens(nodes, proxied);
    report("with both nodes gone: 503, and no query in the log of the proxy");
  },
};

interface Parts {
  readonly nodes: readonly LicetNode[];
  readonly proxied: RunningProxy;
}

async function startAll(started: AsyncDisposableStack): Promise<Parts> {
  const postgres = started.adopt(await startTestPostgres(), (each) => each.stop());
  process.env.LICET_TEST_POSTGRES_URL = postgres.url;
  const { url: databaseUrl } = await createPostgresDatabase();
  let baseUrl = "";
  const environment = {
    LICET_TRUSTED_PROXIES: "127.0.0.1",
    LICET_LOG_LEVEL: "debug",
    // The default, which servers of tests do not have.
    LICET_SHUTDOWN_DELAY_MILLISECONDS: "1000",
  };
  const create = () => createLicetNode({ databaseUrl, baseUrl: () => baseUrl, environment });
  const nodes = [await create(), await create()] as const;
  const [first, second] = nodes;
  const addresses = [new URL(first.url).host, new URL(second.url).host] as const;
  const proxied = started.adopt(await startProxy({ nodes: addresses }), async (each) => {
    await each.stop();
  });
  baseUrl = proxied.url;
  for (const node of nodes) {
    started.defer(() => node.kill());
    await node.start();
  }
  await untilAnswered(`${proxied.url}/oidc/jwks`, 200);
  await sleep(SEEN_BY_PROXY_MILLISECONDS);
  return { nodes, proxied };
}

async function assertAddress(nodes: readonly LicetNode[], { url }: RunningProxy): Promise<void> {
  const path = "/api/v1/roles";
  const spoofed = { "x-forwarded-for": "203.0.113.66", forwarded: "for=203.0.113.66" };
  const { status } = await sendFrom(CALLER, url, path, spoofed);
  assert.equal(status, 401);
  await sleep(500);
  const lines = nodes.flatMap((node) => node.output().split("\n")).filter((line) => line.includes(path));
  assert.ok(lines.length > 0, "no line of a request in the log");
  for (const line of lines) assert.equal(JSON.parse(line).ip, CALLER, line);
}

async function assertInternalPaths({ url }: RunningProxy): Promise<void> {
  for (const path of [
    "/metrics",
    "/readyz",
    "/livez",
    "//metrics",
    "/%6detrics",
    "/x/../metrics",
    "/metrics?a",
  ]) {
    const { status, text } = await sendFrom(CALLER, url, path);
    assert.notEqual(status, 200, path);
    assert.doesNotMatch(text, /licet_|"status"\s*:\s*"(alive|ready)"/, path);
  }
}

/** A proxy that buffers would keep events until there are enough of them. */
async function measureEvents(proxied: RunningProxy): Promise<string> {
  const startedAt = performance.now();
  const arrivals: number[] = [];
  for await (const _event of streamRevocations(proxied, ORDERS_SERVER)) {
    arrivals.push(performance.now() - startedAt);
    if (arrivals.length === EVENTS) break;
  }
  const [first = Number.NaN, second = Number.NaN] = arrivals;
  assert.ok(first < 2_000, `the first event came after ${first} ms`);
  // The server writes one about every second; a buffer would give several at once.
  assert.ok(second - first > 100, `two events came together, after ${first} and ${second} ms`);
  return `server-sent events: one by one, the first after ${Math.round(first)} ms`;
}

async function startLoad(url: string) {
  const requests = observeRequests();
  const client = createLicetClient({ url, ...(await signInClients(url)), requests, retriesOnce: false });
  const load = startClientLoad({
    client,
    random: createRandom(1),
    callersOfEachKind: 2,
    pauseMilliseconds: 10,
  });
  return { requests, load };
}

/** Every request is answered, and none with 5xx: not even 503, after which a client would have to send it again. */
async function restartUnderLoad(nodes: readonly LicetNode[], { url, output }: RunningProxy): Promise<string> {
  const { requests, load } = await startLoad(url);
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const node = nodes[restart % nodes.length] as LicetNode;
    assert.equal(await node.stop(), 0, node.output().slice(-500));
    await node.start();
    await sleep(SEEN_BY_PROXY_MILLISECONDS);
  }
  await load.stop();
  const { count, byStatus, slowest } = requests.summary();
  const log = output()
    .split("\n")
    .filter((line) => / 50\d | is (DOWN|UP)/.test(line))
    .slice(0, 30)
    .join("\n");
  assert.deepEqual([...(await load.verify()), ...requests.violations()], [], log);
  const unanswered = [...byStatus.keys()].filter((status) => status === "none" || status >= 500);
  assert.deepEqual(unanswered, [], `${JSON.stringify([...byStatus])}\n${log}`);
  assert.ok(count > 200, `only ${count} requests`);
  return `${RESTARTS} restarts by SIGTERM under load: ${count} requests, none lost, slowest ${Math.round(slowest)} ms`;
}

/** A proxy that is started while a node is: it sends requests before its first check. No request gets a 503. */
async function startWithProxy(nodes: readonly LicetNode[]): Promise<string> {
  const [first, second] = nodes as readonly [LicetNode, LicetNode];
  let count = 0;
  for (let turn = 0; turn < STARTS; turn += 1) {
    await second.stop();
    const starting = second.start();
    await untilAnswered(`${second.url}/livez`, 200);
    const proxied = await startProxy({ nodes: [new URL(first.url).host, new URL(second.url).host] });
    const over = new AbortController();
    const answers: number[] = [];
    const callers = Array.from({ length: 6 }, async () => {
      while (!over.signal.aborted) {
        const { status } = await sendFrom(CALLER, proxied.url, "/oidc/jwks");
        answers.push(status);
      }
    });
    await starting;
    await sleep(SEEN_BY_PROXY_MILLISECONDS);
    over.abort();
    await Promise.all(callers);
    await proxied.stop();
    assert.deepEqual([...new Set(answers)], [200]);
    count += answers.length;
  }
  return `${STARTS} starts of a node and a proxy at once: ${count} requests, none refused`;
}

/** The control: a node that is killed does lose requests, and this load sees it. */
async function killUnderLoad(nodes: readonly LicetNode[], { url }: RunningProxy): Promise<string> {
  const { requests, load } = await startLoad(url);
  const lost = () => requests.violations().length + (requests.summary().byStatus.get(503) ?? 0);
  let kills = 0;
  while (lost() === 0 && kills < MOST_KILLS) {
    const node = nodes[kills % nodes.length] as LicetNode;
    await sleep(300);
    // Workers whose parent was killed answer what they have accepted. So they are killed as well, and first.
    for (const worker of readChildren(node.pid ?? 0)) process.kill(worker, "SIGKILL");
    await node.kill();
    kills += 1;
    await node.start();
    await sleep(SEEN_BY_PROXY_MILLISECONDS);
  }
  await load.stop();
  assert.ok(lost() > 0, "no request was lost when nodes were killed, so this check cannot see a loss");
  return `control: ${kills} kills by SIGKILL lost ${lost()} requests`;
}

async function assertLogWithoutTokens(nodes: readonly LicetNode[], proxied: RunningProxy): Promise<void> {
  for (const node of nodes) await node.kill();
  await sleep(SEEN_BY_PROXY_MILLISECONDS);
  const secret = "a-token-that-must-not-be-logged";
  const { status } = await sendFrom(CALLER, proxied.url, `/reset-password?token=${secret}`, {
    cookie: secret,
  });
  assert.equal(status, 503);
  await sleep(200);
  assert.match(
    proxied.output(),
    /\/reset-password 503/,
    "the proxy logged no line of it, so nothing was seen",
  );
  assert.doesNotMatch(proxied.output(), new RegExp(secret));
}
