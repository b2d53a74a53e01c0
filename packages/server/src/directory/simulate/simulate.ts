import {
  type CheckAnswer,
  type CheckContext,
  type CheckQuestion,
  contextFrom,
} from "@licet/engine/internal/answer-check.ts";
import type { Condition } from "@licet/engine/internal/conditions/condition.ts";
import type { Clients } from "../../accounts/clients.ts";
import { createSubjects } from "../../accounts/subjects.ts";
import type { Users } from "../../accounts/users.ts";
import { UnavailableError } from "../../core/errors/errors.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import { requireTime } from "../../core/time/deadline.ts";
import { createCheck } from "../../permissions/check.ts";
import { createFactSource } from "../../permissions/fact-source.ts";
import type { PermissionStore, SearchStore } from "../../permissions/stores.ts";
import type { PermissionSources } from "../../permissions/subject-facts.ts";
import type { Change } from "../change.ts";
import { comparePermissions, type Difference } from "./simulate-compare.ts";
import { createDraftClients, createDraftUsers } from "./simulate-draft-accounts.ts";
import { createDraftStore } from "./simulate-draft-store.ts";

export type { HeldPermission, SubjectDifference } from "./simulate-compare-subject.ts";

export interface SimulationRequest {
  /** The planned changes, in the order in which they would be written. */
  readonly changes: readonly Change[];
  readonly checks: readonly CheckQuestion[];
  /** The context in which permissions are compared. */
  readonly context?: CheckContext;
}

export interface Simulation extends Difference {
  /** The revision to which the changes were applied. */
  readonly revision: number;
  readonly checks: readonly { readonly before: CheckAnswer; readonly after: CheckAnswer }[];
}

export type Simulate = (request: SimulationRequest, atLeast?: number) => Promise<Simulation>;

const MAX_ATTEMPTS = 5;

/** Applies changes to a draft: reports who would gain and lose what, and the results of checks. Writes nothing. */
export function createSimulate(
  dependencies: PermissionSources & {
    readonly store: PermissionStore;
    readonly search: SearchStore;
    readonly users: Users;
    readonly clients: Clients;
    readonly compileCondition: (source: string) => Condition;
  },
): Simulate {
  const { store, search, users, clients, subjects, factSource, feed, clock } = dependencies;

  function draft(changes: readonly Change[], revision: number): PermissionSources {
    const draftFeed = createFrozenFeed(revision);
    return {
      feed: draftFeed,
      factSource: createFactSource({
        store: createDraftStore(store, changes),
        feed: draftFeed,
        compileCondition: dependencies.compileCondition,
      }),
      subjects: createSubjects({
        users: createDraftUsers(users, changes),
        clients: createDraftClients(clients, changes),
        clock,
      }),
      clock,
    };
  }

  async function attempt({ changes, checks, context }: SimulationRequest): Promise<Simulation> {
    const { revision } = feed;
    const before: PermissionSources = { feed, factSource, subjects, clock };
    const after = draft(changes, revision);
    const answers = [await createCheck(before).many(checks), await createCheck(after).many(checks)] as const;
    const difference = await comparePermissions(
      { search, store },
      changes,
      { before, after },
      contextFrom(context, clock),
    );
    if (feed.revision !== revision) throw new RevisionPassedError(feed.revision);
    return {
      revision,
      checks: checks.map((_, index) => ({
        before: answers[0][index] as CheckAnswer,
        after: answers[1][index] as CheckAnswer,
      })),
      ...difference,
    };
  }

  return async (request, atLeast) => {
    for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
      await feed.confirm(attempts === 1 ? atLeast : undefined);
      try {
        return await attempt(request);
      } catch (error) {
        if (!(error instanceof RevisionPassedError)) throw error;
        requireTime();
        await feed.confirm(error.revision);
      }
    }
    throw new UnavailableError("the permission data changes faster than changes can be tried on it");
  };
}

/** Thrown when the sides have different revisions: both must have the same one. */
class RevisionPassedError extends Error {
  override readonly name = "RevisionPassedError";
  readonly revision: number;
  constructor(revision: number) {
    super("the state has changed meanwhile");
    this.revision = revision;
  }
}

/** The feed of a draft: its data never changes, and data of a later revision is refused. */
const createFrozenFeed = (revision: number): ChangeFeed => ({
  revision,
  confirm: (atLeast = 0) =>
    atLeast <= revision ? undefined : Promise.reject(new RevisionPassedError(atLeast)),
  refresh: async () => undefined,
  ageMilliseconds: () => 0,
  onChange: () => undefined,
  onReset: () => undefined,
});
