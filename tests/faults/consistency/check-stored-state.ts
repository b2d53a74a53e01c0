import { isDeepStrictEqual } from "node:util";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { type Entities, type EntityKind, entityId } from "../../../packages/server/src/directory/change.ts";
import { testHashName } from "../../../packages/server/src/directory/testing/hash-name.ts";
import { openStorage } from "../../../packages/server/src/storage/open-storage.ts";
import type { Model } from "./model.ts";

const KINDS: readonly EntityKind[] = [
  "role",
  "group",
  "membership",
  "instance",
  "assignment",
  "application",
  "access_account",
  "user",
];

/** Finds where the tables differ from the changes in the log: a partial commit would differ. */
export async function checkStoredState(databaseUrl: string, model: Model): Promise<readonly string[]> {
  const storage = await openStorage({ databaseUrl, clock: systemClock, hashName: testHashName });
  try {
    const violations: string[] = [];
    for (const kind of KINDS) {
      const stored = byId(kind, await storage.state.list(kind));
      const wanted = byId(kind, model.list(kind));
      for (const id of new Set([...stored.keys(), ...wanted.keys()])) {
        // Licet's own role and its assignments are not part of the experiment.
        if (id.startsWith("licet")) continue;
        if (!isDeepStrictEqual(stored.get(id), wanted.get(id))) {
          violations.push(
            `${kind} ${id} is ${JSON.stringify(stored.get(id))}, not ${JSON.stringify(wanted.get(id))}`,
          );
        }
      }
    }
    return violations;
  } finally {
    await storage.close();
  }
}

const byId = <K extends EntityKind>(kind: K, values: readonly Entities[K][]): Map<string, unknown> =>
  new Map(values.map((value) => [entityId({ op: "put", kind, value } as never), value]));
