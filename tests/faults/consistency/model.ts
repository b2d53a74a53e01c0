import type { CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import type { InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import { askOracle, type World } from "@licet/engine/internal/testing/oracle.ts";
import {
  type Change,
  type Entities,
  type EntityKind,
  entityId,
} from "../../../packages/server/src/directory/change.ts";

/** The expected content of the database after some change sets, and the expected answers. */
export interface Model {
  apply(changes: readonly Change[]): void;
  allows(question: CheckQuestion): boolean;
  list<K extends EntityKind>(kind: K): readonly Entities[K][];
}

export function createModel(): Model {
  const kinds = new Map<EntityKind, Map<string, Change["value"]>>();
  let world: World | undefined;

  const of = (kind: EntityKind) => {
    const known = kinds.get(kind);
    if (known) return known;
    const made = new Map<string, Change["value"]>();
    kinds.set(kind, made);
    return made;
  };
  const list = <K extends EntityKind>(kind: K) => [...of(kind).values()] as Entities[K][];

  function remove(kind: EntityKind, id: string): void {
    of(kind).delete(id);
    if (kind === "user" || kind === "group") removeWith(`${kind}:${id}`);
    if (kind !== "group") return;
    for (const { group, member } of list("membership")) {
      if (group === id) of("membership").delete(`${group}/${member}`);
    }
  }

  function removeWith(principal: PrincipalKey): void {
    for (const one of list("assignment")) if (one.principal === principal) of("assignment").delete(one.id);
    for (const { group, member } of list("membership")) {
      if (member === principal) of("membership").delete(`${group}/${member}`);
    }
  }

  function asWorld(): World {
    const memberships = list("membership");
    return {
      resources: list("resource"),
      permissions: list("permission"),
      roles: list("role"),
      groupNesting: memberships.filter(({ member }) => member.startsWith("group:")),
      memberships: memberships.filter(({ member }) => member.startsWith("user:")),
      assignments: list("assignment"),
      instances: list("instance"),
      ceilings: Object.fromEntries(
        list("access_account").flatMap(({ accessKey, applicationId, ceiling }) =>
          ceiling ? [[accessKey, { application: applicationId, ceiling }]] : [],
        ),
      ),
      // Disabled subjects are excluded before the oracle is asked.
      disabled: [],
    };
  }

  const users = of("user") as Map<string, Entities["user"]>;
  const applications = of("application") as Map<string, Entities["application"]>;
  const accounts = of("access_account") as Map<string, Entities["access_account"]>;

  /** The principal whose permissions count; undefined for an unknown or disabled subject. */
  function principalOf({ type, id }: CheckQuestion["subject"]): PrincipalKey | undefined {
    switch (type) {
      case "group":
        return `group:${id}`;
      case "user": {
        const byName = () => list("user").find(({ username }) => username === id);
        const found = id.startsWith("usr_") ? users.get(id) : byName();
        return found?.enabled ? `user:${found.id}` : undefined;
      }
      case "application":
        return applications.get(id)?.enabled ? `application:${id}` : undefined;
      case "access_account": {
        const account = accounts.get(id);
        if (!account?.enabled || !applications.get(account.applicationId)?.enabled) return undefined;
        // Without a ceiling it is its application in everything; what it was given itself then adds nothing.
        return account.ceiling ? `access_account:${id}` : `application:${account.applicationId}`;
      }
    }
  }

  return {
    apply(changes) {
      world = undefined;
      for (const change of changes) {
        if (change.op === "put") of(change.kind).set(entityId(change), change.value);
        else remove(change.kind, entityId(change));
      }
    },
    allows({ subject, permission, resource }) {
      const principal = principalOf(subject);
      if (principal === undefined) return false;
      world ??= asWorld();
      const instance: InstanceKey | undefined = resource && `${resource.type}/${resource.id}`;
      const answer = askOracle(world, {
        principal,
        permission,
        ...(instance && { instance }),
        now: 0,
        outcomeOf: () => "missing",
      });
      return answer === "allowed";
    },
    list,
  };
}
