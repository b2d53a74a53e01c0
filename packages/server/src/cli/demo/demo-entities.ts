import { isDeepStrictEqual } from "node:util";
import type { Application } from "../../accounts/entities.ts";
import { DEMO_PATHS } from "../../compose.ts";
import { isLoopbackHost } from "../../core/network/loopback.ts";
import type { Services } from "../../services.ts";
import { type Change, type Entities, type EntityKind, entityId } from "../../state/change.ts";
import { parseConfigurationFile } from "../../state/file/parse-configuration-file.ts";
import { ADMINISTRATOR, ownResource } from "../../state/own-entities.ts";
import { planChanges } from "../../state/plan-changes.ts";
import type { PlanningStore } from "../../state/stores.ts";
import { readDemo } from "./demo.ts";

/** Something that the demo made and that is still there. */
export interface DemoEntity {
  readonly kind: EntityKind;
  readonly id: string;
  /** As it is stored now. */
  readonly value: Entities[EntityKind];
  /** True: it is no longer what the demo made of it. Credentials and being disabled do not count. */
  readonly isChanged: boolean;
}

/** In the order in which the demo makes them: those that refer come after what they refer to. */
export async function findDemoEntities(services: Services): Promise<readonly DemoEntity[]> {
  const { state } = services.storage;
  const found: DemoEntity[] = [];
  for (const made of await planDemo(services)) {
    const { kind } = made;
    const id = entityId(made);
    const value = await state.find(kind, id);
    if (value === undefined) continue;
    const isChanged = !isDeepStrictEqual(comparable(kind, value), comparable(kind, made.value));
    found.push({ kind, id, value, isChanged });
  }
  return found;
}

/** What the demo makes of a new database. Its users have the ids of their namesakes here. */
async function planDemo({ storage, settings, plannerDependencies }: Services): Promise<readonly Change[]> {
  const { name, text } = await readDemo();
  const store: PlanningStore = {
    ...createEmptyStore(settings.baseUrl),
    async findUserByUsername(username) {
      const user = await storage.state.findUserByUsername(username);
      // Nothing but the id, so that the plan makes everything else.
      return user && { id: user.id, username, enabled: true, attributes: {} };
    },
  };
  // Nothing of this is stored, so published credentials may be in it, and passwords need no hash.
  const planner = { ...plannerDependencies, isRefusedCredential: () => false };
  const { changes } = await planChanges(parseConfigurationFile(text, name), store, planner, async () => "");
  return changes.filter(({ kind }) => kind !== "secret");
}

/** Nothing but what Licet makes itself. */
function createEmptyStore(issuer: string): Omit<PlanningStore, "findUserByUsername"> {
  const own: { readonly [K in EntityKind]?: readonly Entities[K][] } = {
    resource: [ownResource(issuer)],
    role: [ADMINISTRATOR],
  };
  const list = async <K extends EntityKind>(kind: K): Promise<readonly Entities[K][]> => own[kind] ?? [];
  return {
    list,
    findReserved: async () => [],
    find: async (kind, id) =>
      (await list(kind)).find((value) => entityId({ op: "put", kind, value } as unknown as Change) === id),
  };
}

/** What counts when a thing is compared with what the demo made of it. */
function comparable(kind: EntityKind, value: Entities[EntityKind]): unknown {
  const { enabled: _, passwordHash: __, ...rest } = { enabled: true, passwordHash: "", ...value };
  return kind === "application" ? withoutDemoAddresses(rest as Partial<Application>) : rest;
}

/** The pages of the demo are registered at every start, wherever they are then. */
function withoutDemoAddresses(application: Partial<Application>): Partial<Application> {
  const { homePage, redirectUris = [], postLogoutRedirectUris = [], ...rest } = application;
  return {
    ...rest,
    redirectUris: redirectUris.filter((uri) => !isDemoAddress(uri)),
    postLogoutRedirectUris: postLogoutRedirectUris.filter((uri) => !isDemoAddress(uri)),
    ...(homePage !== undefined && !isDemoAddress(homePage) && { homePage }),
  };
}

function isDemoAddress(uri: string): boolean {
  const { hostname, pathname } = new URL(uri);
  return isLoopbackHost(hostname) && (pathname === DEMO_PATHS.home || pathname === DEMO_PATHS.callback);
}
