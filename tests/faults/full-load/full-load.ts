import { setTimeout as sleep } from "node:timers/promises";
import { OAUTH_PATHS } from "../../../packages/server/src/oauth/server-metadata.ts";
import type { AssertionSigner } from "../../security/client-authentication/assertion-signer.ts";
import { startClientLoad } from "../ledger/client-load.ts";
import { createLicetClient } from "../ledger/licet-client.ts";
import { signInClients } from "../ledger/served-licet.ts";
import { observeRequests } from "../support/observed-requests.ts";
import type { Random } from "../support/random.ts";
import { followPermission } from "./followed-permission.ts";
import { createKeptSessions } from "./kept-sessions.ts";
import { presentAssertion } from "./one-time-assertions.ts";

const PAUSE_MILLISECONDS = 30;
const SCOPE = "licet:check licet:roles.read licet:roles.write licet:assignments.write licet:escalate";

/**
 * Clients that use everything that several processes share: what is stored, one-time values, caches, sessions, keys. No
 * request may fail, and none is sent again: a process that leaves in good order loses none.
 */
export async function startFullLoad(options: {
  readonly url: string;
  readonly random: Random;
  /** Of the application that `registerSigner` describes. */
  readonly signer: AssertionSigner;
  /** True: every request has a connection of its own. */
  readonly connectsAnew?: boolean;
  /** Where several loads share a server, each has a name and a permission of its own. */
  readonly name?: string;
  readonly permission?: string;
  /**
   * For a machine that other tests share: fewer callers, and one sign-in before the others begin. A password is hashed
   * with a low priority, and refused where it would wait too long.
   */
  readonly isLight?: boolean;
}) {
  const { url, random, signer, connectsAnew = false, name = "role", permission = "stock:read" } = options;
  const { isLight = false } = options;
  const callersOfEachKind = isLight ? 1 : 2;
  const requests = observeRequests({ connectsAnew });
  const signedIn = await signInClients(url, SCOPE);
  const sessions = createKeptSessions(url, requests);
  if (isLight) await sessions.begin();
  const client = createLicetClient({ url, ...signedIn, requests, retriesOnce: false, name });
  const load = startClientLoad({
    client,
    random,
    name,
    callersOfEachKind,
    pauseMilliseconds: PAUSE_MILLISECONDS,
  });
  const violations: string[] = [];
  const keys = new Set<string>();
  let assertions = 0;
  let isOver = false;

  async function readKeys(): Promise<void> {
    const { status, body, text } = await requests.send("keys", url + OAUTH_PATHS.jwks);
    if (status !== 200) return void violations.push(`the keys: ${status} ${text}`);
    const published = (body as { readonly keys: readonly { readonly kid: string }[] }).keys;
    keys.add(
      published
        .map(({ kid }) => kid)
        .sort()
        .join(" "),
    );
  }
  const repeat = async (pauseMilliseconds: number, work: () => Promise<unknown>) => {
    while (!isOver) {
      await work();
      await sleep(pauseMilliseconds * (0.5 + random.number()));
    }
  };
  const running = [
    repeat(PAUSE_MILLISECONDS, async () => {
      assertions += 1;
      violations.push(...(await presentAssertion(signer, url, requests)));
    }),
    repeat(100, async () => {
      violations.push(...(await followPermission({ url, token: signedIn.token, requests, permission })));
    }),
    ...(isLight ? [] : [repeat(2_000, sessions.begin)]),
    repeat(200, sessions.use),
    repeat(200, readKeys),
  ];
  const startedAt = performance.now();

  return {
    /** Ends the callers, and compares what is stored with what they were told. Everything that is wrong. */
    async finish(): Promise<readonly string[]> {
      isOver = true;
      await Promise.all([load.stop(), ...running]);
      // Before the questions of the verification, which present values again on purpose.
      const failed = failedRequests(requests.summary().byStatus);
      if (keys.size !== 1) violations.push(`there were ${keys.size} different sets of published keys`);
      return [
        ...violations,
        ...failed,
        ...(await load.verify()),
        ...(await sessions.verify()),
        ...requests.violations(),
      ];
    },
    describe() {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
      const { count, slowest } = requests.summary();
      const { acknowledged, revoked } = load.ledger;
      return {
        load: `${5 * callersOfEachKind + running.length} callers, ${count} requests, ${acknowledged} acknowledged writes, ${assertions} assertions, ${revoked.length} revocations, ${sessions.count} sessions in ${seconds} s`,
        slowestSeconds: slowest / 1_000,
      };
    },
  };
}

const failedRequests = (byStatus: ReadonlyMap<number | "none", number>): readonly string[] =>
  [...byStatus]
    .filter(([status]) => status === "none" || status >= 500)
    .map(([status, count]) => `${count} requests failed with ${status}`);
