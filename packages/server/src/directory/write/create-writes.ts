import { inOrder } from "../../core/async/in-order.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import { type Change, type Entities, type EntityKind, entityId } from "../change.ts";
import type { DirectoryStore, Stored } from "../directory-store.ts";
import { type Entries, parseEntries } from "../plan/entries.ts";
import type { EntryIssue } from "../plan/entries-error.ts";
import { createFreshPasswordHasher } from "../plan/password-hasher.ts";
import {
  type GeneratedSecret,
  type Plan,
  type PlannerDependencies,
  planChanges,
  type SummaryLine,
} from "../plan/plan-changes.ts";
import type { PlanningStore, StateStore } from "../stores.ts";
import { type AddSecret, createAddSecret, createRevokeSecret, type RevokeSecret } from "./change-secrets.ts";
import { NotFoundError } from "./errors.ts";
import { hasGivenSecret } from "./has-given-secret.ts";
import { planDeletion } from "./plan-deletion.ts";
import { checkPreconditions, type Preconditions } from "./preconditions.ts";
import type { WriteState } from "./write-state.ts";

/** One entity, as a state that contains nothing else: `{ roles: [{ … }] }`. A command may put several at once. */
export interface PutRequest {
  readonly kind: EntityKind;
  /** A function reads it at the revision of the commit: a change of what is stored then loses nothing of others. */
  readonly state: object | (() => Promise<object>);
  /** True: the entities of the state must not exist yet. */
  readonly create?: boolean;
  /** The id of the replaced entity; needed for preconditions only. */
  readonly id?: string;
  readonly preconditions?: Preconditions;
}

export interface PutResult {
  readonly id: string;
  readonly effect: SummaryLine["effect"];
  /** Every entity of the state. */
  readonly summary: readonly SummaryLine[];
  /** Generated because the caller gave none; the answer shows them once. */
  readonly secrets: readonly GeneratedSecret[];
  /** For a caller with a reader. */
  readonly warnings: readonly EntryIssue[];
  readonly revision: number;
}

export interface BatchResult {
  /** In the order of the request. */
  readonly created: readonly { readonly id: string; readonly effect: SummaryLine["effect"] }[];
  readonly deleted: readonly string[];
  readonly revision: number;
}

/** The use cases that the management API and the command line share. `R` is who writes: see `WriteState`. */
export interface Writes<R> {
  readonly directory: DirectoryStore;
  /** Throws NotFoundError. */
  get<K extends EntityKind>(kind: K, id: string): Promise<Stored<Entities[K]>>;
  /** What a state would change. Writes nothing. */
  plan(state: object): Promise<Plan>;
  put(requester: R, request: PutRequest): Promise<PutResult>;
  delete(
    requester: R,
    kind: EntityKind,
    id: string,
    options: { readonly cascade: boolean; readonly preconditions: Preconditions },
  ): Promise<{ readonly changes: readonly Change[]; readonly revision: number }>;
  /** Creates and deletes assignments together, all or none. */
  assign(
    requester: R,
    wanted: { readonly create: readonly unknown[]; readonly delete: readonly string[] },
  ): Promise<BatchResult>;
  readonly addSecret: AddSecret<R>;
  readonly revokeSecret: RevokeSecret<R>;
}

export function createWrites<R>(dependencies: {
  readonly store: StateStore;
  readonly directory: DirectoryStore;
  readonly planningStore: PlanningStore;
  readonly planner: PlannerDependencies;
  /** As the planner, but every given secret counts as changed. */
  readonly plannerForGuards: PlannerDependencies;
  readonly writeState: WriteState<R>;
}): Writes<R> {
  const { store, directory, planningStore, planner, plannerForGuards, writeState } = dependencies;

  async function get<K extends EntityKind>(kind: K, id: string): Promise<Stored<Entities[K]>> {
    const stored = await directory.find(kind, id);
    if (!stored) throw notFound(kind);
    return stored;
  }

  /** Deletes these assignments. A thousand are read with one statement. */
  async function planRemovals(ids: readonly string[]): Promise<readonly Change[]> {
    const stored = await store.findMany("assignment", ids);
    const found = new Map(stored.map((value) => [value.id, value]));
    return ids.map((id): Change => {
      const value = found.get(id);
      if (!value) throw notFound("assignment");
      return { op: "delete", kind: "assignment", value };
    });
  }

  async function put(requester: R, request: PutRequest): Promise<PutResult> {
    const { kind, id, create, preconditions = {} } = request;
    const read = readerOf(request);
    const hashPassword = createFreshPasswordHasher();
    const plan = async (parsed: Entries, dependencies = planner) =>
      planChanges(parsed, planningStore, dependencies, hashPassword);
    // Hashing takes long, and other writes would wait for it. So it runs here first, and the plan below reuses the
    // hashes.
    const first = await read();
    if (first.users.some(({ password }) => password !== undefined)) await plan(first);

    const written = await writeState(requester, async () => {
      const parsed = await read();
      const [, { changes, summary, secrets, warnings }] = await inOrder([
        id !== undefined &&
          directory.find(kind, id).then((stored) => checkPreconditions(stored, preconditions)),
        plan(parsed),
      ]);
      // A secret that is already stored changes nothing. A caller that may not set it must not learn that from a 200.
      const guarded = hasGivenSecret(parsed) ? (await plan(parsed, plannerForGuards)).changes : changes;
      const line = summary.find((each) => each.kind === kind);
      if (!line) throw new Error(`the plan has no ${kind}`);
      if (create) summary.forEach(requireCreated);
      return { changes, guarded, summary, secrets, warnings, id: line.id, effect: line.effect };
    });
    const { changes: _, guarded: __, ...result } = written;
    return result;
  }

  return {
    directory,
    get,
    plan: (state) => planChanges(parseEntries(state), planningStore, planner),
    put,
    async delete(requester, kind, id, { cascade, preconditions }) {
      const { changes, revision } = await writeState(requester, async () => {
        const stored = await get(kind, id);
        checkPreconditions(stored, preconditions);
        const target = { op: "delete", kind, value: stored.value } as Change & { op: "delete" };
        return { changes: await planDeletion({ store, directory }, target, cascade), deletes: kind };
      });
      return { changes, revision };
    },
    async assign(requester, wanted) {
      const parsed = parseEntries({ assignments: wanted.create });
      const { changes: _, ...result } = await writeState(requester, async () => {
        const deletions = await planRemovals([...new Set(wanted.delete)]);
        const { changes, summary } = await planChanges(parsed, planningStore, planner);
        const created = summary.map(({ id, effect }) => ({ id, effect }));
        const deleted = deletions.map(entityId);
        const both = created.find(({ id }) => deleted.includes(id));
        if (both)
          throw new ConflictError(`${both.id} cannot be created and deleted at once`, {
            conflict: { code: "created_and_deleted", name: both.id },
          });
        return { changes: [...deletions, ...changes], created, deleted };
      });
      return result;
    },
    addSecret: createAddSecret({ store, directory, planner, writeState }),
    revokeSecret: createRevokeSecret({ store, planner, writeState }),
  };
}

/** A given state is parsed once, and what is wrong with it is reported before anything waits for it. */
function readerOf({ state }: PutRequest): () => Promise<Entries> {
  if (typeof state === "function") return async () => parseEntries(await state());
  const parsed = parseEntries(state);
  return async () => parsed;
}

function requireCreated({ kind, name, effect }: SummaryLine): void {
  if (effect === "created") return;
  throw new ConflictError(`${name} exists already`, { conflict: { code: "exists", kind, name } });
}

const notFound = (kind: EntityKind): NotFoundError =>
  new NotFoundError(`there is no ${kind.replace("_", " ")} of this name or id`);
