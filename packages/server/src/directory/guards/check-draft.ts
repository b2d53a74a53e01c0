import { setImmediate as nextTurn } from "node:timers/promises";
import { type InputRoot, readsOfSource } from "@licet/engine/internal/conditions/condition-reads.ts";
import type { Grant, Role } from "@licet/engine/internal/entities.ts";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Change } from "../change.ts";
import type { DirectoryStore } from "../directory-store.ts";
import type { StateStore } from "../stores.ts";
import { ForbiddenError } from "../write/errors.ts";
import { GUARDED_INPUTS, lackingToRead } from "../write/guarded-inputs.ts";
import type { Guard } from "../write/write-state.ts";
import { type ConditionCollector, createConditionCollector } from "./condition-collector.ts";
import { describeChanges } from "./describe-change.ts";
import { createDraftView } from "./draft-view.ts";

/** Other requests run after this many changes: there may be ten thousand, and reading SQLite never yields. */
const CHANGES_PER_TURN = 50;

/**
 * A draft reveals who would gain and lose what, and so the outcome of its conditions: with enough drafts, every value
 * that they read. The caller must be allowed to read the inputs of its conditions. Checked before any evaluation.
 */
export function createCheckDraft(dependencies: {
  readonly store: Pick<StateStore, "find">;
  readonly directory: DirectoryStore;
}): Guard {
  const { store, directory } = dependencies;

  return async (changes, { permissions }) => {
    const isGuarded = (input: InputRoot) => lackingToRead(input, permissions).length > 0;
    if (!GUARDED_INPUTS.some(isGuarded)) return;
    const collector = createInputCollector(store, directory, changes);
    for (const [index, change] of changes.entries()) {
      if (index % CHANGES_PER_TURN === CHANGES_PER_TURN - 1) await nextTurn();
      await collector.read(change);
    }
    const guarded = [...collector.inputs].filter(isGuarded).toSorted();
    if (guarded.length === 0) return;
    const lacking = [...new Set(guarded.flatMap((input) => lackingToRead(input, permissions)))].toSorted();
    throw new ForbiddenError(
      `the conditions of this draft read ${guarded.join(", ")}, which the token may not; it lacks ${lacking.join(", ")}: ask for a token with that scope`,
      { lacking, tried: describeChanges(changes).map((change) => `simulate ${change}`) },
    );
  };
}

/**
 * The inputs that conditions read because of the changes: conditions in the changes, and stored conditions that the
 * changes apply to new subjects.
 */
interface InputCollector {
  readonly inputs: ReadonlySet<InputRoot>;
  read(change: Change): Promise<void>;
}

function createInputCollector(
  store: Pick<StateStore, "find">,
  directory: DirectoryStore,
  changes: readonly Change[],
): InputCollector {
  const inputs = new Set<InputRoot>();
  // Roles are those after the changes. Assignments and memberships are the stored ones: those of the draft are changes
  // themselves.
  const view = createDraftView(store, directory, changes);

  const collect = (condition: string): void => {
    for (const input of readsOfSource(condition).keys()) inputs.add(input);
  };
  /**
   * The draft itself defines the subject, so it reveals nothing stored. The other inputs of a stored condition are
   * stored data.
   */
  const collectBesideSubject = (condition: string): void => {
    const reads = readsOfSource(condition);
    if (reads.has("subject")) for (const input of reads.keys()) if (input !== "subject") inputs.add(input);
  };
  const whole = createConditionCollector(view, directory, collect);
  const besideSubject = createConditionCollector(view, directory, collectBesideSubject);

  async function read(change: Change): Promise<void> {
    if (change.op === "delete") return;
    switch (change.kind) {
      case "role":
        return readRole(change.value, await store.find("role", change.value.name), whole, collect);
      case "assignment": {
        const { role, when } = change.value;
        if (when !== undefined) collect(when);
        return role === undefined ? undefined : whole.ofRole(role);
      }
      case "membership":
        return whole.ofGroup(change.value.group);
      case "access_account":
        await whole.ofPrincipal(formatPrincipalKey("application", change.value.applicationId));
        return whole.ofPrincipal(formatPrincipalKey("access_account", change.value.accessKey));
      case "application":
        return besideSubject.ofPrincipal(formatPrincipalKey("application", change.value.id));
      case "user":
        await besideSubject.ofUser(change.value.id);
        return besideSubject.ofPrincipal("user:*");
      case "instance":
        // Any stored condition may compare these attributes with a subject, and a million assignments may have a
        // condition.
        if (Object.keys(change.value.attributes).length > 0) inputs.add("subject").add("client");
        return;
      case "resource":
      case "permission":
      case "group":
      case "secret":
        return;
    }
  }

  return { inputs, read };
}

/** The earlier conditions of a role reveal nothing new: deleting a role also writes the roles that inherit it. */
async function readRole(
  after: Role,
  before: Role | undefined,
  { ofRole }: Pick<ConditionCollector, "ofRole">,
  collect: (condition: string) => void,
): Promise<void> {
  const keyOf = ({ permission, when }: Grant) => JSON.stringify([permission, when]);
  const asked = new Set(before?.grants.map(keyOf));
  for (const grant of after.grants)
    if (grant.when !== undefined && !asked.has(keyOf(grant))) collect(grant.when);
  const inherited = new Set(before?.inherits);
  for (const name of after.inherits) if (!inherited.has(name)) await ofRole(name);
}
