// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RunningLicet } from "../../../support/start-licet.ts";
import { type Caller, createCaller, startGuarded } from "../guarded-api.ts";
import { type Attempt, attemptsWith, WRITE_PERMISSIONS } from "./attempts.ts";
import { type Beginning, findGains, measureReach, readCredentials } from "./reach.ts";
import { createWorld } from "./world.ts";

const ESCALATE = "licet:escalate";
/** The permissions to compare: the targets of the attempts, and those of an administrator. */
const TELLING = [
  ...[ESCALATE, "licet:keys.write", "licet:audit.read", ...WRITE_PERMISSIONS],
  ...["orders:read", "orders:write", "orders:refund", "billing_admin"],
];

interface Search {
  readonly licet: RunningLicet;
  readonly mallory: Caller;
  readonly beginning: Beginning;
}

async function withMallory(held: readonly string[], work: (search: Search) => Promise<void>): Promise<void> {
  const licet = await startGuarded(createWorld(held));
  try {
    const mallory = await createCaller(licet, "mallory", held.join(" "));
    const reach = await measureReach(licet, TELLING);
    assert.ok(reach.get("application:mallory")?.has("billing_admin"), "the measure measures");
    assert.ok(!reach.get("application:mallory")?.has("billing_admin for ever"));
    await work({
      licet,
      mallory,
      beginning: { reach, credentials: await readCredentials(licet) },
    });
  } finally {
    await licet.stop();
  }
}

/** Does all of it, one after the other; what works stays, so that later attempts stand on earlier ones. */
async function* attemptAll({ licet, mallory, beginning }: Search, attempts: readonly Attempt[]) {
  let revision: string | null = null;
  for (const by of attempts) {
    const { status, text, headers } = await mallory(by.method, by.path, by.body);
    assert.ok(status < 500 && status !== 401, `${by.method} ${by.path} ${text}`);
    if (status >= 300 || headers.get("licet-revision") === revision) continue;
    revision = headers.get("licet-revision");
    yield { by, gains: await findGains(licet, TELLING, beginning) };
  }
}

/** The write permissions that can make a principal an administrator; the others only describe what exists. */
const GIVING = WRITE_PERMISSIONS.filter((permission) => !/resources|permissions/.test(permission));

describe("ASVS 8.2.1: without licet:escalate no caller obtains what it does not hold, in one step or in several", () => {
  for (const held of [...GIVING.map((permission) => [permission]), WRITE_PERMISSIONS]) {
    test(held.length > 1 ? "with every permission to write" : `with ${held}`, { timeout: 120_000 }, () =>
      withMallory(held, async (search) => {
        const attempts = attemptsWith(held);
        // Once more in the other order: what was tried too early for something that another attempt made.
        const again = held.length > 1 ? attempts.toReversed() : [];
        let worked = 0;
        for await (const { by, gains } of attemptAll(search, [...attempts, ...again])) {
          assert.deepEqual(gains, [], JSON.stringify(by));
          worked += 1;
        }
        assert.ok(worked > 0, "not everything is refused");
      }),
    );
  }
});

describe("ASVS 8.2.1: with licet:escalate the same attempts give what they are after", () => {
  for (const permission of GIVING) {
    test(permission, () =>
      withMallory([permission, ESCALATE], async (search) => {
        for await (const { gains } of attemptAll(search, attemptsWith([permission])))
          if (gains.some((gain) => gain.endsWith(" has licet:keys.write for ever"))) return;
        assert.fail("nobody became an administrator");
      }),
    );
  }
});
