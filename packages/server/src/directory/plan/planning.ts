import { isDeepStrictEqual } from "node:util";
import type { ConditionDiagnostic } from "@licet/engine/internal/conditions/condition.ts";
import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import type { Clock, EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { Application } from "../../accounts/entities.ts";
import type { IsRefusedCredential } from "../../accounts/published-credentials/published-credentials.ts";
import {
  type Change,
  type DeleteChange,
  type Entities,
  type EntityKind,
  entityId,
  type PutChange,
} from "../change.ts";
import { KINDS } from "../kinds/kinds.ts";
import type { PlanningStore } from "../stores.ts";
import type { Entries } from "./entries.ts";
import { EntriesError, type EntryIssue, type EntryPath } from "./entries-error.ts";
import { markCreatedAgain } from "./mark-created-again.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { createStoredState, type StoredState } from "./stored-state.ts";

/** The dependencies of planning. */
export interface PlannerDependencies {
  readonly hashSecret: (secret: string) => string;
  /** True for a published secret or password, which must not be stored. */
  readonly isRefusedCredential: IsRefusedCredential;
  readonly checkCondition: (source: string) => readonly ConditionDiagnostic[];
  /** Throws InvalidInputError for keys that cannot verify a signature. */
  readonly parseClientJwks?: (jwks: unknown) => NonNullable<Application["jwks"]>;
  readonly clock: Clock;
  /** Logout notices may go to private and loopback addresses. */
  readonly allowPrivateAddresses?: boolean;
  /** Set for a caller's draft. It never compares secrets with stored ones, and other kinds only with `mayCompare`. */
  readonly draft?: { readonly mayCompare: (kind: EntityKind) => boolean };
  /** A command sets it, because its user reads the warnings. A file always has a reader: its author. */
  readonly hasReader?: boolean;
  /** The entries of a file are planned again and again: see `Planning`. */
  readonly isFile?: boolean;
}

/** One entity of the file and the effect of the apply. `fields` are the file's keys that change. */
export interface SummaryLine {
  readonly effect: "created" | "updated" | "unchanged";
  readonly kind: EntityKind;
  /** The id of the stored entity: see `entityId`. */
  readonly id: string;
  readonly name: string;
  readonly fields: readonly string[];
  /** Created under the name of a deleted principal. The new principal inherits nothing from the deleted one. */
  readonly again?: true;
}

/** A secret that Licet generated because the file has none. Print it once; only its hash is stored. */
export interface GeneratedSecret {
  /** The client_id or the access key. */
  readonly owner: string;
  readonly key: "client_secret" | "secret_key";
  readonly secret: string;
}

export interface Plan {
  readonly changes: readonly Change[];
  readonly summary: readonly SummaryLine[];
  readonly secrets: readonly GeneratedSecret[];
  readonly warnings: readonly EntryIssue[];
}

/** Changes that belong to an entity but not to its value: a group's members, an application's secret. */
export interface RelatedChanges {
  readonly changes: readonly Change[];
  readonly fields: readonly string[];
}

/** The shared state of all planning steps. */
export interface Planning {
  readonly content: Entries;
  readonly stored: StoredState;
  readonly dependencies: PlannerDependencies;
  readonly hashPassword: PasswordHasher;
  readonly now: EpochSeconds;
  /** A file is applied repeatedly, so an entry that was valid the first time must not fail later. */
  readonly isFile: boolean;
  /** True when a user reads the warnings: the author of the file, or the user of the command. */
  readonly hasReader: boolean;
  report(path: EntryPath, issue: DescribedIssue): void;
  /** Reports an input that is well-formed but that the stored state does not allow. */
  conflict(path: EntryPath, issue: DescribedIssue): void;
  warn(path: EntryPath, message: string): void;
  checkCondition(path: EntryPath, source: string | undefined): void;
  reveal(secret: GeneratedSecret): void;
  /** Records the wanted value of an entity, and a change when the stored value differs. */
  stage<K extends EntityKind>(
    kind: K,
    name: string,
    value: Entities[K],
    stored: Entities[K] | undefined,
    related?: RelatedChanges,
  ): void;
  /** Throws EntriesError when any step reported an issue. */
  finish(): Promise<Plan>;
}

export function createPlanning(
  content: Entries,
  store: PlanningStore,
  dependencies: PlannerDependencies,
  hashPassword: PasswordHasher,
): Planning {
  const issues: EntryIssue[] = [];
  const warnings: EntryIssue[] = [];
  const changes: Change[] = [];
  const summary: SummaryLine[] = [];
  const secrets: GeneratedSecret[] = [];
  const { isFile = false, hasReader = isFile } = dependencies;
  return {
    content,
    stored: createStoredState(store),
    dependencies,
    hashPassword,
    now: dependencies.clock.seconds(),
    isFile,
    hasReader,
    report: (path, { message, issue }) => issues.push({ path, message, issue }),
    conflict: (path, { message, issue }) => issues.push({ path, message, issue, conflict: true }),
    warn: (path, message) => warnings.push({ path, message }),
    checkCondition(path, condition) {
      if (condition === undefined) return;
      for (const { message, line, column } of dependencies.checkCondition(condition))
        issues.push({
          path,
          message: `${message} (line ${line}, column ${column})`,
          issue: { code: "invalid_condition", line, column, message },
          within: { line, column, message },
        });
    },
    reveal: (secret) => secrets.push(secret),
    stage(kind, name, value, stored, related = { changes: [], fields: [] }) {
      const known = dependencies.draft?.mayCompare(kind) === false ? undefined : stored;
      const fields = [...(known === undefined ? [] : changedFields(kind, known, value)), ...related.fields];
      const isSame = known !== undefined && fields.length === 0;
      const effect = stored === undefined ? "created" : isSame ? "unchanged" : "updated";
      if (known === undefined || !isDeepStrictEqual(known, value)) changes.push(put(kind, value));
      // Pushed one by one, because a group may have more members than a call can take arguments.
      for (const change of related.changes) changes.push(change);
      const id = entityId(put(kind, value));
      summary.push({ effect, kind, id, name, fields: effect === "updated" ? fields : [] });
    },
    async finish() {
      if (issues.length > 0) throw new EntriesError(issues);
      return { changes, summary: await markCreatedAgain(summary, changes, store), secrets, warnings };
    },
  };
}

// The compiler cannot see that a kind with a value of that kind is a member of the union.
export const put = <K extends EntityKind>(kind: K, value: Entities[K]): Change =>
  ({ op: "put", kind, value }) satisfies PutChange<K> as unknown as Change;
export const remove = <K extends EntityKind>(kind: K, value: Entities[K]): Change =>
  ({ op: "delete", kind, value }) satisfies DeleteChange<K> as unknown as Change;

/** The keys of the file that change. A hash is the only field that a file has in another form. */
function changedFields<K extends EntityKind>(kind: K, stored: Entities[K], value: Entities[K]): string[] {
  const [before, after] = [stored, value] as readonly Readonly<Record<string, unknown>>[];
  return Object.entries(KINDS[kind].fields)
    .filter(([name]) => !isDeepStrictEqual(before?.[name], after?.[name]))
    .map(([name, { wire }]) => (wire === false ? name.replace(/Hash$/, "") : wire));
}
