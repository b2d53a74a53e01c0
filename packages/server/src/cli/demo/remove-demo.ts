import type { Secret, User } from "../../accounts/entities.ts";
import type { Change, EntityKind } from "../../directory/change.ts";
import type { Use } from "../../directory/write/errors.ts";
import { readAll } from "../../directory/write/read-all.ts";
import type { Services } from "../../services.ts";
import { commitDraft } from "../operator.ts";
import { type DemoEntity, findDemoEntities } from "./demo-entities.ts";
import { DEMO_ACTOR, findCreators, wasDemoLoaded } from "./find-creators.ts";

export interface KeptEntity extends DemoEntity {
  readonly why: ReasonToKeep;
}

export type ReasonToKeep =
  /** The stored value differs from the demo file. */
  | { readonly reason: "changed" }
  /** An entity that stays needs this one. */
  | { readonly reason: "needed"; readonly neededBy: Use }
  /** The audit log says that another actor than the demo made this one. */
  | { readonly reason: "own"; readonly madeBy: string }
  /** The audit log does not say who made this one. */
  | { readonly reason: "unknown" };

export interface RemovedDemo {
  /** The audit log has an event of the demo. */
  readonly loaded: boolean;
  readonly removed: readonly DemoEntity[];
  readonly kept: readonly KeptEntity[];
  /** The published credentials of the entities that stay. They no longer work. */
  readonly ended: { readonly secrets: readonly Secret[]; readonly users: readonly User[] };
  readonly revision: number;
}

/**
 * Deletes each entity that the demo made, that is unchanged and that no other entity needs. It ends every published
 * credential, because a server that others can reach refuses to start with one.
 */
export function removeDemo(services: Services): Promise<RemovedDemo> {
  return commitDraft(services, async () => {
    const { removed, kept } = await decideRemoval(services, await findDemoEntities(services));
    const ended = await findRemainingCredentials(services, removed);
    return {
      loaded: await wasDemoLoaded(services),
      removed,
      kept,
      ended,
      changes: [...endCredentials(services, ended), ...deleteEntities(removed)],
    };
  });
}

/** Moves entities from `removed` to `kept` until no kept entity needs a removed one. */
async function decideRemoval(
  services: Services,
  found: readonly DemoEntity[],
): Promise<Pick<RemovedDemo, "removed" | "kept">> {
  const creators = await findCreators(services, found);
  const kept: KeptEntity[] = [];
  let removed: readonly DemoEntity[] = found.filter((entity) => {
    const why = findReasonToKeep(entity, creators.get(entity));
    if (why) kept.push({ ...entity, why });
    return why === undefined;
  });
  for (;;) {
    const removedKeys = new Set(removed.map(keyOf));
    const needed: KeptEntity[] = [];
    for (const entity of removed) {
      const neededBy = await findUse(services, entity, removedKeys);
      if (neededBy) needed.push({ ...entity, why: { reason: "needed", neededBy } });
    }
    if (needed.length === 0) return { removed, kept };
    kept.push(...needed);
    removed = removed.filter((entity) => !needed.some((other) => keyOf(other) === keyOf(entity)));
  }
}

/** A deletion cannot be undone, so only an entity that the audit log ascribes to the demo is deleted. */
function findReasonToKeep({ isChanged }: DemoEntity, madeBy: string | undefined): ReasonToKeep | undefined {
  if (madeBy === undefined) return { reason: "unknown" };
  if (madeBy !== DEMO_ACTOR) return { reason: "own", madeBy };
  return isChanged ? { reason: "changed" } : undefined;
}

const keyOf = ({ kind, id }: Use): string => `${kind} ${id}`;

/** Finds a kept entity that needs this one. Of more uses than removed entities, at least one is by a kept entity. */
async function findUse(
  { storage: { directory } }: Services,
  { kind, id }: DemoEntity,
  removedKeys: ReadonlySet<string>,
): Promise<Use | undefined> {
  const uses = await directory.findUses(kind, id, removedKeys.size + 1);
  // A membership does not count as a use of its group, but deleting the group would delete it.
  const members = kind === "group" ? await readAll(directory, "membership", { group: id }) : [];
  const memberships = members.map(({ group, member }) => ({
    kind: "membership" as const,
    id: `${group}/${member}`,
  }));
  return [...uses, ...memberships].find((use) => !removedKeys.has(keyOf(use)));
}

async function findRemainingCredentials(
  { publishedCredentials }: Services,
  removed: readonly DemoEntity[],
): Promise<RemovedDemo["ended"]> {
  const { secrets, users } = await publishedCredentials.find();
  const isRemoved = (kinds: readonly EntityKind[], id: string) =>
    removed.some((entity) => kinds.includes(entity.kind) && entity.id === id);
  return {
    secrets: secrets.filter(({ owner }) => !isRemoved(["application", "access_account"], owner)),
    users: users.filter(({ id }) => !isRemoved(["user"], id)),
  };
}

/** A secret stays as an expired row, so an old file cannot restore it; a user stays without a password. */
function endCredentials({ clock }: Services, { secrets, users }: RemovedDemo["ended"]): readonly Change[] {
  return [
    ...secrets.map(
      (secret): Change => ({ op: "put", kind: "secret", value: { ...secret, expiresAt: clock.seconds() } }),
    ),
    ...users.map(({ passwordHash: _, ...value }): Change => ({ op: "put", kind: "user", value })),
  ];
}

/** Deletes an entity before those that it refers to. */
const deleteEntities = (removed: readonly DemoEntity[]): readonly Change[] =>
  removed.toReversed().map(({ kind, value }) => ({ op: "delete", kind, value }) as Change);
