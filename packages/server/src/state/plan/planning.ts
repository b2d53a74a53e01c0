import { isDeepStrictEqual } from "node:util";
import type { Application } from "../../accounts/entities.ts";
import type { IsRefusedCredential } from "../../accounts/published-credentials/published-credentials.ts";
import type { DescribedIssue } from "../../core/input-issue.ts";
import type { Clock, EpochSeconds } from "../../core/time.ts";
import type { ConditionDiagnostic } from "../../permissions/conditions/condition.ts";
import {
  type Change,
  type DeleteChange,
  type Entities,
  type EntityKind,
  entityId,
  type PutChange,
} from "../change.ts";
import {
  ConfigurationFileError,
  createDiagnostics,
  type FilePath,
  formatDiagnostic,
} from "../file/configuration-file-error.ts";
import type { ConfigurationFile } from "../file/configuration-file-schema.ts";
import type { ParsedConfigurationFile } from "../file/parse-state.ts";
import type { StagePassword } from "../stage-password.ts";
import type { PlanningStore } from "../stores.ts";
import { markCreatedAgain } from "./mark-created-again.ts";
import { createStoredState, type StoredState } from "./stored-state.ts";

/** What planning needs from the outside. */
export interface PlannerDependencies {
  readonly hashSecret: (secret: string) => string;
  /** Whether a given secret or password must not be stored, because it is published. */
  readonly isRefusedCredential: IsRefusedCredential;
  readonly checkCondition: (source: string) => readonly ConditionDiagnostic[];
  /** Throws InvalidInputError for keys that could never verify anything. */
  readonly parseClientJwks?: (jwks: unknown) => NonNullable<Application["jwks"]>;
  readonly clock: Clock;
  /** Whether logout notices may go to private and loopback addresses. */
  readonly allowPrivateAddresses?: boolean;
  /** Set for a draft of a caller: secrets are never compared with stored ones, other things where this says so. */
  readonly draft?: { readonly mayCompare: (kind: EntityKind) => boolean };
  /** Data has no reader unless somebody says so; a file always has one. */
  readonly hasReader?: boolean;
}

/** One thing the file names, and what applying does to it. `fields` are the file's keys that change. */
export interface SummaryLine {
  readonly effect: "created" | "updated" | "unchanged";
  readonly kind: EntityKind;
  /** The id it is stored under: see `entityId`. */
  readonly id: string;
  readonly name: string;
  readonly fields: readonly string[];
  /** Created under a name that a deleted principal had. Nothing of that one comes back. */
  readonly again?: true;
}

/** A secret that was made because the file gave none. It is known only here: print it once, store it nowhere. */
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
  readonly warnings: readonly string[];
}

/** Changes that belong to a thing without being its value: a group's members, an application's secret. */
export interface Belongings {
  readonly changes: readonly Change[];
  readonly fields: readonly string[];
}

/** The sheet that all planning steps write on. */
export interface Planning {
  readonly content: ConfigurationFile;
  readonly stored: StoredState;
  readonly dependencies: PlannerDependencies;
  readonly stagePassword: StagePassword;
  readonly now: EpochSeconds;
  /** Of a file, which is applied again and again: what was right the first time must not fail later. */
  readonly isFile: boolean;
  /** Whether somebody will read the warnings: of a file, the person who wrote it. */
  readonly hasReader: boolean;
  report(path: FilePath, issue: DescribedIssue): void;
  /** An issue that is none of the input alone: the present state does not allow it. */
  conflict(path: FilePath, issue: DescribedIssue): void;
  warn(path: FilePath, message: string): void;
  checkCondition(path: FilePath, source: string | undefined): void;
  reveal(secret: GeneratedSecret): void;
  /** Notes that this thing shall have this value, and the change that makes it so when it has another. */
  stage<K extends EntityKind>(
    kind: K,
    name: string,
    value: Entities[K],
    stored: Entities[K] | undefined,
    belongings?: Belongings,
  ): void;
  /** Throws ConfigurationFileError when any step reported an issue. */
  finish(): Promise<Plan>;
}

export function createPlanning(
  { content, source }: ParsedConfigurationFile,
  store: PlanningStore,
  dependencies: PlannerDependencies,
  stagePassword: StagePassword,
): Planning {
  const diagnostics = createDiagnostics();
  const warnings = createDiagnostics();
  const changes: Change[] = [];
  const summary: SummaryLine[] = [];
  const secrets: GeneratedSecret[] = [];
  return {
    content,
    stored: createStoredState(store),
    dependencies,
    stagePassword,
    now: dependencies.clock.seconds(),
    isFile: source.fileName !== undefined,
    hasReader: source.fileName !== undefined || dependencies.hasReader === true,
    report: (path, { message, issue }) =>
      diagnostics.add(source.positionOf(path), source.nearest(path), message, { issue }),
    conflict: (path, { message, issue }) =>
      diagnostics.add(source.positionOf(path), source.nearest(path), message, { issue, conflict: true }),
    warn: (path, message) => warnings.add(source.positionOf(path), path, message),
    checkCondition(path, condition) {
      if (condition === undefined) return;
      for (const { message, line, column } of dependencies.checkCondition(condition)) {
        const position = source.positionInside(path, { line, column });
        const words = position ? message : `${message} (line ${line}, column ${column})`;
        const issue = { code: "invalid_condition", line, column, message } as const;
        diagnostics.add(position, path, words, { issue });
      }
    },
    reveal: (secret) => secrets.push(secret),
    stage(kind, name, value, stored, belongings = { changes: [], fields: [] }) {
      const known = dependencies.draft?.mayCompare(kind) === false ? undefined : stored;
      const fields = [...(known === undefined ? [] : changedFields(known, value)), ...belongings.fields];
      const isSame = known !== undefined && fields.length === 0;
      const effect = stored === undefined ? "created" : isSame ? "unchanged" : "updated";
      if (known === undefined || !isDeepStrictEqual(known, value)) changes.push(put(kind, value));
      // One by one: a group's members may be more than a call takes arguments.
      for (const change of belongings.changes) changes.push(change);
      const id = entityId(put(kind, value));
      summary.push({ effect, kind, id, name, fields: effect === "updated" ? fields : [] });
    },
    async finish() {
      if (!diagnostics.isEmpty) throw new ConfigurationFileError(diagnostics.list(), source.fileName);
      const told = warnings.list().map((warning) => formatDiagnostic(warning, source.fileName));
      return { changes, summary: await markCreatedAgain(summary, changes, store), secrets, warnings: told };
    },
  };
}

// The compiler cannot see that a kind and its own value make a member of the union, whichever kind it is.
export const put = <K extends EntityKind>(kind: K, value: Entities[K]): Change =>
  ({ op: "put", kind, value }) satisfies PutChange<K> as unknown as Change;
export const remove = <K extends EntityKind>(kind: K, value: Entities[K]): Change =>
  ({ op: "delete", kind, value }) satisfies DeleteChange<K> as unknown as Change;

/** Names of stored fields that the file spells in its own way. */
const FILE_KEYS: Readonly<Record<string, string>> = {
  signingAlgorithm: "signing_alg",
  authenticationMethod: "token_endpoint_auth_method",
  idTokenAlgorithm: "id_token_signed_response_alg",
  passwordHash: "password",
};

function changedFields(stored: object, value: object): string[] {
  const before = new Map<string, unknown>(Object.entries(stored));
  const after = new Map<string, unknown>(Object.entries(value));
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(before.get(name), after.get(name)))
    .map((name) => FILE_KEYS[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}
