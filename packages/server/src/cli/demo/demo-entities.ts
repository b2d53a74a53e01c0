import { isDeepStrictEqual } from "node:util";
import type { Application } from "../../accounts/entities.ts";
import { type Change, type Entities, type EntityKind, entityId } from "../../directory/change.ts";
import { ADMINISTRATOR, ownResource } from "../../directory/own-entities.ts";
import { planChanges } from "../../directory/plan/plan-changes.ts";
import type { PlanningStore } from "../../directory/stores.ts";
import { parseConfigurationFile } from "../../files/parse-configuration-file.ts";
import type { Services } from "../../services.ts";
import { readDemo } from "./demo.ts";
import { isDemoAddress } from "./is-demo-address.ts";

/** An entity that the demo created and that is still stored. */
export interface DemoEntity {
  readonly kind: EntityKind;
  readonly id: string;
  /** The stored value. */
  readonly value: Entities[EntityKind];
  /** The stored value differs from the demo file. Credentials and `enabled` are not compared. */
  readonly isChanged: boolean;
}

/** Lists the entities in the order of their creation: an entity comes after those that it refers to. */
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

/** Plans the demo for an empty database. Its users get the ids of the stored users with the same usernames. */
async function planDemo({ storage, settings, plannerDependencies }: Services): Promise<readonly Change[]> {
  const { name, text } = await readDemo();
  const store: PlanningStore = {
    ...createEmptyStore(settings.baseUrl),
    async findUserByUsername(username) {
      const user = await storage.state.findUserByUsername(username);
      // Only the id is taken from the store, so the plan sets all other fields.
      return user && { id: user.id, username, enabled: true, attributes: {} };
    },
  };
  // This plan is never committed, so it may contain published credentials, and passwords need no hash.
  const planner = { ...plannerDependencies, isRefusedCredential: () => false };
  const { changes } = await planChanges(
    parseConfigurationFile(text, name).content,
    store,
    planner,
    async () => "",
  );
  return changes.filter(({ kind }) => kind !== "secret");
}

/** A store that holds only Licet's own entities. */
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

/** The fields that are compared with the demo file. */
function comparable(kind: EntityKind, value: Entities[EntityKind]): unknown {
  const { enabled: _, passwordHash: __, ...rest } = { enabled: true, passwordHash: "", ...value };
  return kind === "application" ? withoutDemoAddresses(rest as Partial<Application>) : rest;
}

/** Every start registers the current addresses of the demo's pages, so they do not count as a change. */
function withoutDemoAddresses(application: Partial<Application>): Partial<Application> {
  const { homePage, redirectUris = [], postLogoutRedirectUris = [], ...rest } = application;
  return {
    ...rest,
    redirectUris: redirectUris.filter((uri) => !isDemoAddress(uri)),
    postLogoutRedirectUris: postLogoutRedirectUris.filter((uri) => !isDemoAddress(uri)),
    ...(homePage !== undefined && !isDemoAddress(homePage) && { homePage }),
  };
}
