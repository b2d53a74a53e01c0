import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../core/time.ts";
import type { Change } from "../state/change.ts";
import { ADMINISTRATOR, ownResource } from "../state/own-entities.ts";
import type { StateStore } from "../state/stores.ts";

/**
 * Makes sure that Licet's own resource and role are there and as this version has them; another base URL gives the
 * resource another identifier. Writes nothing when nothing differs. Nodes that start together write the same.
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
  ];
  const stored = await Promise.all(wanted.map(({ kind, value }) => store.find(kind, nameOf(value))));
  const changes = wanted.filter(({ value }, index) => !isDeepStrictEqual(stored[index], value));
  if (changes.length > 0) await store.commit(changes, { name: "licet", at: clock.milliseconds() });
}

const nameOf = (value: Change["value"]): string => ("name" in value && value.name) || "";
