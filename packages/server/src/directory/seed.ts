import { isDeepStrictEqual } from "node:util";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { InvalidInputError } from "../core/errors/errors.ts";
import { isReservedAudience } from "../core/values/own-audience.ts";
import { type Change, entityId } from "./change.ts";
import { commitPlanned } from "./commit-planned.ts";
import { ADMINISTRATOR, consoleApplication, ownResource } from "./own-entities.ts";
import { OWN_RESOURCE } from "./own-names.ts";
import type { StateStore } from "./stores.ts";

/**
 * Ensures that Licet's own resource, role and application exist and match this version. Another base URL gives the
 * resource another identifier, and the application other redirect URIs. Writes nothing when nothing differs, so only one of
 * several nodes that start together writes. Throws InvalidInputError when another resource has an identifier that
 * belongs to Licet at this base URL.
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
      await requireOwnAudiences(store, issuer);
      const stored = await Promise.all(wanted.map((change) => store.find(change.kind, entityId(change))));
      return { changes: wanted.filter(({ value }, index) => !isDeepStrictEqual(stored[index], value)) };
    },
    actor: () => ({ name: "licet", at: clock.milliseconds(), mayReuseNames: true }),
  });
}

/** Otherwise tokens for that resource would pass for tokens of Licet itself. */
async function requireOwnAudiences(store: Pick<StateStore, "list">, issuer: string): Promise<void> {
  const other = (await store.list("resource")).find(
    ({ name, identifier }) => name !== OWN_RESOURCE && isReservedAudience(identifier, issuer),
  );
  if (!other) return;
  throw new InvalidInputError(
    `the resource ${other.name} has the identifier ${other.identifier}, which is an address of Licet itself at the base URL ${issuer}; give the resource another identifier with licet apply, or the server another LICET_BASE_URL`,
  );
}
