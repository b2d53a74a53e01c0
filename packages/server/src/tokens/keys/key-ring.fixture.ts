import type { Clock, EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import type { KeyStore, StoredKey } from "../stores.ts";
import { createKeyRing, type KeyRing } from "./key-ring.ts";
import { createSealer } from "./seal.ts";

/** The port over an array, with the same promise about races as the real ones. */
export function createMemoryKeyStore(): KeyStore & { readonly rows: StoredKey[] } {
  const rows: StoredKey[] = [];
  return {
    rows,
    list: async () => [...rows],
    async add(key, unlessCreatedAfter) {
      const taken = rows.some((row) => row.algorithm === key.algorithm && row.createdAt > unlessCreatedAfter);
      if (!taken) rows.push(key);
      return !taken;
    },
    async remove(kids) {
      rows.splice(0, rows.length, ...rows.filter((row) => !kids.includes(row.kid)));
    },
    async revoke({ kid, algorithm, expected, successor }) {
      const kids = rows.filter((row) => row.algorithm === algorithm).map((row) => row.kid);
      if (!kids.includes(kid) || kids.toSorted().join() !== expected.toSorted().join()) return false;
      rows.splice(0, rows.length, ...rows.filter((row) => ![kid, successor?.kid].includes(row.kid)));
      if (successor) rows.push(successor);
      return true;
    },
  };
}

export interface TestClock extends Clock {
  now: EpochMilliseconds;
}

export function createTestClock(now: EpochMilliseconds = Date.UTC(2026, 0, 1)): TestClock {
  const clock: TestClock = {
    now,
    milliseconds: () => clock.now,
    seconds: () => Math.floor(clock.now / 1000),
  };
  return clock;
}

export const STAGES = {
  jwksMaxAgeSeconds: 300,
  propagationSeconds: 10,
  maxTokenLifetimeSeconds: 3600,
  rotateAfterSeconds: 30 * 86_400,
};

export const createTestRing = (
  store: KeyStore,
  clock: Clock,
  secret = "the secret of the tests, 32 characters",
): KeyRing => createKeyRing({ store, sealer: createSealer(Buffer.from(secret)), clock, stages: STAGES });
