import { isDeepStrictEqual } from "node:util";
import type { Clock } from "@licet/engine/values/time.ts";
import { type Change, entityId } from "../state/change.ts";
import { commitPlanned } from "../state/commit-planned.ts";
import { ADMINISTRATOR, consoleApplication, ownResource } from "../state/own-entities.ts";
import type { StateStore } from "../state/stores.ts";

/**
 * Ensures that Licet's own resource, role and application exist and match this version. Another base URL gives the
 * resource another identifier, and the application other redirect URIs. Writes nothing when nothing differs, so only one of
 * several nodes that start together writes.
 */
export async function seedOwnEntities(options: {
  readonly store: StateStore;
  readonly issuer: string;
  readonly clock: Clock;
}): Promise<void> {
  const { store, issuer, clock } = options;
  const wanted: readonly Change[] = [
    { op: "put", kind: "resource", value: ownResource(issuer) },
    { op: "put", kind: "role", value: ADMINISTRATOR },
    { op: "put", kind: "application", value: consoleApplication(issuer) },
  ];
  await commitPlanned({
    store,
    async plan() {
      const stored = await Promise.all(wanted.map((change) => store.find(change.kind, entityId(change))));
      return { changes: wanted.filter(({ value }, index) => !isDeepStrictEqual(stored[index], value)) };
    },
    actor: () => ({ name: "licet", at: clock.milliseconds(), mayReuseNames: true }),
  });
}
