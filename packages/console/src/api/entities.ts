import { KINDS } from "../values/kinds.generated.ts";
import {
  type Answer,
  type AnswerOf,
  type BodyOf,
  callApi,
  describeCall,
  type ShownCall,
} from "./call-api.ts";
import { isVersionMismatch } from "./issue-at.ts";
import type { Versioned } from "./use-form-draft.ts";

/** The kinds whose entities the API replaces. */
export type EntityKind = Exclude<keyof typeof KINDS, "assignment">;
export type Entity<Kind extends EntityKind> = AnswerOf<(typeof KINDS)[Kind]["read"]> & StoredEntity;
export type EntityBody<Kind extends EntityKind> = BodyOf<(typeof KINDS)[Kind]["write"]>;

/** The members of every entity. */
export interface StoredEntity {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The parameters of a path. A kind that is not below another has only its own key, which stands for them. */
export type EntityKey = string | Readonly<Record<string, string>>;
type Verb = "read" | "write" | "remove";

interface Given {
  readonly query?: object;
  readonly body?: object;
  readonly ifMatch?: string | undefined;
  readonly ifNew?: boolean;
  readonly signal?: AbortSignal;
}

/** The arguments of a call about one entity. The kind decides their types, which code for all kinds cannot name. */
export const aboutEntity = (kind: EntityKind, key: EntityKey, given: Given = {}) =>
  ({ params: typeof key === "string" ? { [KINDS[kind].key]: key } : key, ...given }) as never;

export const callEntity = <Kind extends EntityKind, Does extends Verb>(
  kind: Kind,
  verb: Does,
  key: EntityKey,
  given?: Given,
): Promise<Answer<(typeof KINDS)[Kind][Does]>> =>
  callApi(KINDS[kind][verb], aboutEntity(kind, key, given)) as never;

export const describeEntityCall = (kind: EntityKind, verb: Verb, key: EntityKey, given?: Given): ShownCall =>
  describeCall(KINDS[kind][verb], aboutEntity(kind, key, given));

export const toVersioned = <Whole>(answer: {
  readonly body: Whole;
  readonly etag: string | undefined;
}): Versioned<Whole> => ({ value: answer.body, etag: answer.etag });

export const readEntity = async <Kind extends EntityKind>(
  kind: Kind,
  key: EntityKey,
): Promise<Versioned<Entity<Kind>>> => toVersioned<Entity<Kind>>(await callEntity(kind, "read", key));

/** The first entities that match a text; an empty one matches all. */
export async function findEntities<Kind extends EntityKind>(
  kind: Kind,
  search: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly Entity<Kind>[]> {
  const query = { limit, ...(search !== "" && { search }) };
  const { body } = await callApi(KINDS[kind].list, { query, signal } as never);
  return body.items as unknown as readonly Entity<Kind>[];
}

/** Turns a GET response into a PUT body. PUT replaces the whole object, so the body includes unchanged members. */
export const bodyFrom = <Kind extends EntityKind>(kind: Kind, entity: Entity<Kind>): EntityBody<Kind> =>
  Object.fromEntries(
    Object.entries(entity).filter(([member]) => KINDS[kind].members.some((known) => known === member)),
  ) as never;

const ATTEMPTS = 3;

/**
 * Enables or disables an entity, based on the newest version: the write changes one member and must not revert another
 * user's change. Resolves to false if it is in this state already.
 */
export async function setEnabled(
  kind: "user" | "application",
  id: string,
  enabled: boolean,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const { value, etag } = await readEntity(kind, id);
    if (value.enabled === enabled) return false;
    try {
      await callEntity(kind, "write", id, { body: { ...bodyFrom(kind, value), enabled }, ifMatch: etag });
      return true;
    } catch (error) {
      if (!isVersionMismatch(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
