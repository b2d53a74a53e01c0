import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import {
  formatPrincipalKey,
  isPrincipalOf,
  principalId,
} from "@licet/engine/internal/values/principal-key.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { z } from "zod";
import type { Clients } from "../../accounts/clients.ts";
import type { LoginThrottle } from "../../accounts/login-throttle.ts";
import { MIN_PASSWORD_CHARACTERS } from "../../accounts/passwords/check-new-password.ts";
import type { Sessions } from "../../accounts/sessions.ts";
import type { AuditStore } from "../../audit/stores.ts";
import { generateId } from "../../core/values/ids.ts";
import { ENTRY_KINDS, type EntryKind, KINDS } from "../../directory/kinds/kinds.ts";
import type { StateStore } from "../../directory/stores.ts";
import type { Management } from "../../directory/write/create-management.ts";
import type { ConsentStore, LogoStore } from "../../oauth/stores.ts";
import type { KeyRing } from "../../tokens/keys/key-ring.ts";
import type { ApiRoute } from "../json/api-route.ts";
import { isObject, withPathMembers } from "../json/body-members.ts";
import { createCursors } from "../json/cursor.ts";
import { createWithIdempotency, type IdempotencyParts } from "../json/idempotency.ts";
import { createRecordCall } from "../json/record-call.ts";
import { createAssignmentRoutes } from "./assignment-routes.ts";
import { createAuditRoutes } from "./audit-routes.ts";
import { type Collection, createCollectionRoutes } from "./collection-routes.ts";
import { createConsentRoutes } from "./consent-routes.ts";
import { createKeyRoutes } from "./key-routes.ts";
import { createLockoutRoutes } from "./lockout-routes.ts";
import { createLogoRoutes } from "./logo-routes.ts";
import { createMemberRoutes } from "./member-routes.ts";
import { createPasswordResetRoutes } from "./password-reset-routes.ts";
import { createSecretRoutes } from "./secret-routes.ts";
import { createSessionRoutes } from "./session-routes.ts";
import { createStatsRoutes } from "./stats-routes.ts";

export interface ApiRouteDependencies {
  readonly management: Management;
  readonly state: Pick<StateStore, "findUserByUsername">;
  readonly audit: Pick<AuditStore, "list" | "counters" | "append">;
  readonly logos: LogoStore;
  readonly sessions: Pick<Sessions, "list" | "end" | "endAll">;
  readonly consents: Pick<ConsentStore, "find" | "listOfUser" | "withdraw">;
  readonly clients: Pick<Clients, "find">;
  readonly throttle: Pick<LoginThrottle, "findLockout" | "unlock">;
  readonly issuer: string;
  readonly keyRing: Pick<KeyRing, "list" | "rotate">;
  readonly clock: Clock;
  readonly cursorKey: Uint8Array;
  readonly idempotency: Omit<IdempotencyParts, "clock">;
}

/** Every route that reads or changes the stored data. */
export function createApiRoutes(dependencies: ApiRouteDependencies): readonly ApiRoute[] {
  const { management, state, audit, logos, keyRing, clock, idempotency, issuer } = dependencies;
  const cursors = createCursors(dependencies.cursorKey);
  const parts = { management, cursors, clock };
  const withIdempotency = createWithIdempotency({ ...idempotency, clock });

  /** Translates a user id or a username to an id. An unknown username stays unchanged and matches no user. */
  const findUserId = async (name: string): Promise<string> =>
    name.startsWith(ID_PREFIXES.user) ? name : ((await state.findUserByUsername(name))?.id ?? name);

  /** `user:alice` is stored as `user:usr_…`. */
  const findPrincipal = async (name: string): Promise<string> =>
    isPrincipalOf("user", name) ? formatPrincipalKey("user", await findUserId(principalId(name))) : name;

  const record = createRecordCall(audit, clock);
  const users = {
    getUser: async (name: string) => (await management.get("user", await findUserId(name))).value,
    record,
  };

  /** What differs from a collection of entities that are named by their id. */
  const special: Partial<Record<EntryKind, Omit<Collection, "kind">>> = {
    group: {
      toFilter: async ({ member, ...others }) => ({
        ...others,
        ...(typeof member === "string" && { member: await findPrincipal(member) }),
      }),
    },
    user: {
      key: "username",
      param: "id",
      schema: describedUser,
      findId: async (name) => {
        // Licet generates ids, so an unknown id is not found, even for PUT.
        if (name.startsWith(ID_PREFIXES.user)) await management.get("user", name);
        return findUserId(name);
      },
      toEntry: withUserIdentity,
    },
    application: {
      generateKey: () => generateId("application"),
      derived: {
        schema: z.object({ has_logo: z.boolean() }),
        find: async (ids) => {
          const owners = await logos.listOwners(ids);
          return (id) => ({ has_logo: owners.has(id) });
        },
      },
    },
    instance: {
      summaries: {
        list: "List the instances of a resource: all, those below `parent`, or with `parent=none` the topmost",
        replace: "Create or replace an instance: its parent and its attributes",
      },
      isCreatedByPut: true,
      findId: async (name, resource) => `${resource}/${name}`,
      toFilter: async ({ parent, ...others }) => ({
        ...others,
        parent: parent === NO_PARENT ? null : parent,
      }),
    },
    access_account: {
      summaries: {
        list: "List the access accounts of an application",
        create: "Create an access account: a key pair that acts for the application",
      },
      // Tokens, events and assignments name an access account by its key, without its application.
      isListedAlone: true,
      isLocatedByPut: true,
      generateKey: () => generateId("accessAccount"),
    },
  };
  const collections = ENTRY_KINDS.filter((kind) => !WITH_OWN_ROUTES.includes(kind)).map(
    (kind): Collection => ({ kind, ...special[kind] }),
  );

  return [
    ...collections.flatMap((collection) => createCollectionRoutes(collection, parts)),
    ...createSessionRoutes({ ...users, management, sessions: dependencies.sessions }),
    ...createConsentRoutes({
      ...users,
      management,
      consents: dependencies.consents,
      clients: dependencies.clients,
      clock,
    }),
    ...createPasswordResetRoutes({ ...users, management, issuer }),
    ...createLockoutRoutes({ ...users, management, throttle: dependencies.throttle }),
    ...createMemberRoutes(parts, findUserId),
    ...createSecretRoutes("application", parts),
    ...createLogoRoutes({ management, logos, record }),
    ...createSecretRoutes("access_account", parts),
    ...createAssignmentRoutes(parts, findPrincipal),
    ...createKeyRoutes({ keyRing, record, clock }),
    ...createAuditRoutes({ audit, cursors }),
    ...createStatsRoutes({ audit, clock }),
  ].map(withIdempotency);
}

/** Assignments and memberships are no collections: nobody chooses their ids. */
const WITH_OWN_ROUTES: readonly EntryKind[] = ["assignment", "membership"];

/** As a filter: instances without a parent. The name of a parent contains a slash, so it is never this value. */
const NO_PARENT = "none";

/** A configuration file may set any password; a caller may set only a password that a user could choose. */
const describedUser = KINDS.user.entry.safeExtend({
  password: z.exactOptional(z.string().meta({ minLength: MIN_PASSWORD_CHARACTERS })),
});

/** An existing user is identified by the id, so that the username can change; a new user gets the name of the path. */
function withUserIdentity(body: unknown, name: string, id: string): unknown {
  const isKnown = id.startsWith(ID_PREFIXES.user);
  if (!isKnown) return withPathMembers(body, { username: name });
  return withPathMembers(name === id || !isObject(body) ? body : { username: name, ...body }, { id });
}
