import type { PasswordResets } from "../accounts/passwords/password-resets.ts";
import type { ChangeFeed } from "../core/change-feed.ts";
import { ConflictError } from "../core/errors.ts";
import { inOrder } from "../core/in-order.ts";
import type { FactSource } from "../permissions/fact-source.ts";
import type { PermissionStore } from "../permissions/stores.ts";
import { type Change, type Entities, type EntityKind, entityId } from "../state/change.ts";
import { parseStateData } from "../state/file/parse-state-data.ts";
import { createFreshPasswordHasher } from "../state/password-hasher.ts";
import {
  type GeneratedSecret,
  type PlannerDependencies,
  planChanges,
  type SummaryLine,
} from "../state/plan-changes.ts";
import type { StateStore } from "../state/stores.ts";
import { type AddSecret, createAddSecret, createRevokeSecret, type RevokeSecret } from "./change-secrets.ts";
import { type CheckEnding, createCheckEnding } from "./check-ending.ts";
import { type CheckUnlock, createCheckUnlock } from "./check-unlock.ts";
import { NotFoundError } from "./errors.ts";
import { checkCascade } from "./guards/check-cascade.ts";
import { createGuards } from "./guards/create-guards.ts";
import { hasGivenSecret } from "./has-given-secret.ts";
import { createStoreImportSet, type StoreImportSet } from "./import/store-import-set.ts";
import { createIssuePasswordReset, type IssuePasswordReset } from "./issue-password-reset.ts";
import { planDeletion } from "./plan-deletion.ts";
import { createPlanningStore } from "./planning-store.ts";
import { checkPreconditions, type Preconditions } from "./preconditions.ts";
import type { Requester } from "./requester.ts";
import type { DirectoryStore, Stored } from "./stores.ts";
import { createWriteState } from "./write-state.ts";

/** One entity, as a state that contains nothing else: `{ roles: [{ … }] }`. */
export interface PutRequest {
  readonly kind: EntityKind;
  readonly state: unknown;
  /** True: the entity must not exist yet. */
  readonly create?: boolean;
  /** The id of the replaced entity; needed for preconditions only. */
  readonly id?: string;
  readonly preconditions?: Preconditions;
}

export interface PutResult {
  readonly id: string;
  readonly effect: SummaryLine["effect"];
  /** Generated because the caller gave none; the answer shows them once. */
  readonly secrets: readonly GeneratedSecret[];
  readonly revision: number;
}

export interface BatchResult {
  /** In the order of the request. */
  readonly created: readonly { readonly id: string; readonly effect: SummaryLine["effect"] }[];
  readonly deleted: readonly string[];
  readonly revision: number;
}

/** The use cases of the management API: they read single entities and pages, and change entities. */
export interface Management {
  readonly directory: DirectoryStore;
  /** Throws NotFoundError. */
  get<K extends EntityKind>(kind: K, id: string): Promise<Stored<Entities[K]>>;
  put(requester: Requester, request: PutRequest): Promise<PutResult>;
  delete(
    requester: Requester,
    kind: EntityKind,
    id: string,
    options: { readonly cascade: boolean; readonly preconditions: Preconditions },
  ): Promise<{ readonly revision: number }>;
  /** Creates and deletes assignments together, all or none. */
  assign(
    requester: Requester,
    wanted: { readonly create: readonly unknown[]; readonly delete: readonly string[] },
  ): Promise<BatchResult>;
  readonly addSecret: AddSecret;
  readonly revokeSecret: RevokeSecret;
  readonly issuePasswordReset: IssuePasswordReset;
  readonly checkUnlock: CheckUnlock;
  readonly checkEnding: CheckEnding;
  readonly storeImportSet: StoreImportSet;
}

export function createManagement(dependencies: {
  readonly state: StateStore;
  readonly directory: DirectoryStore;
  readonly permissions: Pick<PermissionStore, "loadModel">;
  readonly factSource: FactSource;
  readonly feed: ChangeFeed;
  readonly planner: PlannerDependencies;
  readonly passwordResets: Pick<PasswordResets, "issue">;
}): Management {
  const { state: store, directory, feed, planner, passwordResets } = dependencies;
  const planningStore = createPlanningStore(store, directory, dependencies.permissions);
  // Every given secret counts as changed, also one that is already stored.
  const plannerForGuards: PlannerDependencies = { ...planner, draft: { mayCompare: () => true } };
  const guards = createGuards(dependencies);
  const writeState = createWriteState({ store, feed, clock: planner.clock, guards });

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

  async function put(requester: Requester, request: PutRequest): Promise<PutResult> {
    const { kind, id, create, preconditions = {} } = request;
    const parsed = parseStateData(request.state);
    const hashPassword = createFreshPasswordHasher();
    const plan = () => planChanges(parsed, planningStore, planner, hashPassword);
    // Hashing takes long, and other writes would wait for it. So it runs here first, and the plan below reuses the
    // hashes.
    if (parsed.content.users.some(({ password }) => password !== undefined)) await plan();

    const givesSecret = hasGivenSecret(parsed.content);
    const written = await writeState(requester, async () => {
      const [, { changes, summary, secrets }] = await inOrder([
        id !== undefined &&
          directory.find(kind, id).then((stored) => checkPreconditions(stored, preconditions)),
        plan(),
      ]);
      // A secret that is already stored changes nothing. A caller that may not set it must not learn that from a 200.
      const guarded = givesSecret
        ? (await planChanges(parsed, planningStore, plannerForGuards, hashPassword)).changes
        : changes;
      const line = summary.find((each) => each.kind === kind);
      if (!line) throw new Error(`the plan has no ${kind}`);
      if (create && line.effect !== "created")
        throw new ConflictError(`${line.name} exists already`, {
          conflict: { code: "exists", kind, name: line.name },
        });
      return { changes, guarded, secrets, id: line.id, effect: line.effect };
    });
    const { changes: _, guarded: __, ...result } = written;
    return result;
  }

  return {
    directory,
    get,
    put,
    async delete(requester, kind, id, { cascade, preconditions }) {
      const { revision } = await writeState(requester, async () => {
        const stored = await get(kind, id);
        checkPreconditions(stored, preconditions);
        const target = { op: "delete", kind, value: stored.value } as Change & { op: "delete" };
        const changes = await planDeletion({ store, directory }, target, cascade);
        checkCascade(kind, changes, requester);
        return { changes };
      });
      return { revision };
    },
    async assign(requester, wanted) {
      const parsed = parseStateData({ assignments: wanted.create });
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
    issuePasswordReset: createIssuePasswordReset({ store, feed, guards, passwordResets }),
    checkUnlock: createCheckUnlock({ store, feed, guards }),
    checkEnding: createCheckEnding({ store, directory, feed, clock: planner.clock }),
    storeImportSet: createStoreImportSet({ planningStore, planner, plannerForGuards, guards, writeState }),
  };
}

const notFound = (kind: EntityKind): NotFoundError =>
  new NotFoundError(`there is no ${kind.replace("_", " ")} of this name or id`);
