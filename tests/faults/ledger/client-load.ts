import { setTimeout as sleep } from "node:timers/promises";
import type { ObservedAnswer } from "../support/observed-requests.ts";
import type { Random } from "../support/random.ts";
import { createLedger, type Ledger, outcomeOf } from "./ledger.ts";
import type { LicetClient } from "./licet-client.ts";
import { createRefreshFamilies, type RefreshFamily } from "./refresh-family.ts";

/** Clients that use everything that is stored, and note in a ledger what they were told. */
export interface ClientLoad {
  readonly ledger: Ledger;
  /** Refresh families whose client came back too late after a lost answer. */
  readonly late: number;
  /** Ends the callers when their present requests are answered. */
  stop(): Promise<void>;
  /** Once everything works again: compares what is stored with the ledger. Everything that is wrong, also from before. */
  verify(): Promise<readonly string[]>;
}

/** How old a node's answer about a change of another node may be (docs/guides/consistency.md), and the way of the answer. */
const KNOWN_EVERYWHERE_AFTER_MILLISECONDS = 3_000;
const VERIFIED_AT_ONCE = 8;

export function startClientLoad(options: {
  readonly client: LicetClient;
  readonly random: Random;
  readonly callersOfEachKind: number;
  readonly pauseMilliseconds: number;
  readonly retriesMayBeLost?: boolean;
  /** The beginning of the names of its roles. */
  readonly name?: string;
}): ClientLoad {
  const { client, random, pauseMilliseconds, name: prefix = "role" } = options;
  const ledger = createLedger();
  const families = createRefreshFamilies(client, ledger, options);
  const violations: string[] = [];
  const open: RefreshFamily[] = [];
  let isOver = false;
  let written = 0;

  const requireAnswer = (what: string, answer: ObservedAnswer, isRight: (body: object) => boolean) => {
    const { status, body } = answer;
    if (outcomeOf(status) === "unknown") return;
    if (status !== 200 || !isRight(body as object))
      violations.push(`${what}: ${status} ${JSON.stringify(body)}`);
  };
  const readAll = async () => {
    requireAnswer("token", await client.token(), (body) => "access_token" in body);
    requireAnswer("check", await client.check(), (body) => "allowed" in body && body.allowed === true);
  };

  async function introspectRevoked(): Promise<void> {
    const old = ledger.revoked.filter(
      ({ at }) => at + KNOWN_EVERYWHERE_AFTER_MILLISECONDS < performance.now(),
    );
    if (old.length === 0) return;
    const { accessToken } = random.pick(old);
    const answer = await client.introspect(accessToken);
    requireAnswer("a revoked token", answer, (body) => "active" in body && body.active === false);
  }

  async function writeRole(): Promise<void> {
    written += 1;
    const name = `${prefix}-${written}`;
    const note = (wanted: "present" | "absent", { status, body }: ObservedAnswer) => {
      const outcome = outcomeOf(status);
      ledger.noteRole(name, wanted, outcome);
      if (outcome === "refused") violations.push(`a role: ${status} ${JSON.stringify(body)}`);
      return outcome === "acknowledged";
    };
    if (note("present", await client.createRole(name)) && random.chance(0.3))
      note("absent", await client.deleteRole(name));
  }

  const callers = [
    readAll,
    writeRole,
    () => families.replayCode(),
    introspectRevoked,
    // Each call is a whole life of a family, which ends with the experiment, revoked, or because an answer was lost.
    async () => {
      let family = await families.open();
      for (let step = 0; family !== undefined && step < 8 && !isOver; step += 1) {
        await sleep(pauseMilliseconds);
        family = await families.advance(family, random);
      }
      if (family === undefined) return;
      if (isOver || random.chance(0.3)) open.push(family);
      else await families.revoke(family);
    },
  ];
  const running = Array.from({ length: options.callersOfEachKind }, () => callers)
    .flat()
    .map(async (call) => {
      while (!isOver) {
        await call();
        await sleep(pauseMilliseconds * (0.5 + random.number()));
      }
    });

  async function verifyRole([name, wanted]: readonly [string, string]): Promise<void> {
    const { status, body } = await client.readRole(name);
    const isThere = status === 404 ? "absent" : "present";
    if (status !== 404 && status !== 200) violations.push(`${name}: ${status} ${JSON.stringify(body)}`);
    else if (isThere !== wanted) violations.push(`${name} should be ${wanted}, and is ${isThere}`);
  }

  async function verifyRevoked({ accessToken, refreshToken }: Ledger["revoked"][number]): Promise<void> {
    const { body } = await client.introspect(accessToken);
    if ((body as { active?: unknown } | undefined)?.active !== false)
      violations.push(`a revoked access token is accepted: ${JSON.stringify(body)}`);
    const { status } = await client.refresh(refreshToken);
    if (status !== 400) violations.push(`a revoked refresh token is accepted: ${status}`);
  }

  /** Its newest token is accepted. An older one is not, and ends the family: it has no second head. */
  async function verifyFamily(family: RefreshFamily): Promise<void> {
    const advanced = await families.advance(family, random);
    if (advanced === undefined) return;
    const { refreshTokens } = advanced;
    if (refreshTokens.length < 3) return;
    const older = await client.refresh(refreshTokens[0] as string);
    if (older.status !== 400) violations.push(`an old refresh token is accepted: ${older.status}`);
    const newest = await client.refresh(refreshTokens.at(-1) as string);
    if (newest.status !== 400) violations.push(`a family with a replay goes on: ${newest.status}`);
  }

  return {
    ledger,
    get late() {
      return families.late;
    },
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
    async verify() {
      await sleep(KNOWN_EVERYWHERE_AFTER_MILLISECONDS);
      await forEach([...ledger.expectedRoles()], verifyRole);
      await forEach(ledger.revoked, verifyRevoked);
      await forEach(open, verifyFamily);
      return [...violations, ...families.violations, ...ledger.contradictions(), ...client.givenUp];
    },
  };
}

/** Several at once. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: VERIFIED_AT_ONCE }, worker));
}
