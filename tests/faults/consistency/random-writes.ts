import { assignmentId } from "@licet/engine/internal/assignment-id.ts";
import type { Assignment, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import type { Random } from "../support/random.ts";
import {
  ACCESS_KEYS,
  APPLICATIONS,
  accessAccount,
  application,
  GROUPS,
  INSTANCES,
  idOf,
  PATTERNS,
  PERMISSIONS,
  ROLES,
  role,
  USERNAMES,
  USERS,
  user,
} from "./small-world.ts";

/** Above this many assignments most questions would be allowed, whatever is taken away. */
const ENOUGH_ASSIGNMENTS = 40;
/** Beside many small change sets some large ones: half of one would be plain to see. */
const LARGE = { share: 0.03, changes: 40 };

/** Makes change sets, each as a caller who knows nothing of the others would. */
export function createRandomWrites(random: Random): () => readonly Change[] {
  /** Assignments that may be removed again. A guess: another writer may have done so, or the write may have failed. */
  const given: Assignment[] = [];

  function assignment(): Change {
    const take = given.length > 0 && random.chance(given.length > ENOUGH_ASSIGNMENTS ? 0.8 : 0.5);
    if (take) {
      const index = Math.floor(random.number() * given.length);
      const [value] = given.splice(index, 1);
      return { op: "delete", kind: "assignment", value: value as Assignment };
    }
    const value = newAssignment();
    given.push(value);
    return { op: "put", kind: "assignment", value };
  }

  function newAssignment(): Assignment {
    const principal = random.weighted<PrincipalKey>([
      [12, `user:${random.pick(USERS)}`],
      [5, `group:${random.pick(GROUPS)}`],
      [4, `application:${random.pick(APPLICATIONS)}`],
      [2, `access_account:${random.pick(ACCESS_KEYS)}`],
      [0.5, "user:*"],
    ]);
    const target = random.chance(0.5) ? { role: random.pick(ROLES) } : { permission: random.pick(PATTERNS) };
    const described = { principal, ...target, ...(random.chance(0.5) && { at: random.pick(INSTANCES) }) };
    return { id: assignmentId(described), ...described };
  }

  function membership(): Change {
    const value = random.chance(0.75)
      ? { group: random.pick(GROUPS), member: `user:${random.pick(USERS)}` as const }
      : nesting();
    return { op: random.chance(0.4) ? "put" : "delete", kind: "membership", value };
  }

  function nesting() {
    const above = random.pick([0, 1] as const);
    return { group: GROUPS[above], member: `group:${random.pick(GROUPS.slice(above + 1))}` as const };
  }

  function changedRole(): Change {
    const index = Math.floor(random.number() * ROLES.length);
    const permissions = PATTERNS.filter(() => random.chance(0.25));
    const inherits = ROLES.slice(index + 1).filter(() => random.chance(0.25));
    return { op: "put", kind: "role", value: role(ROLES[index] as string, permissions, inherits) };
  }

  function changedUser(): Change {
    const index = Math.floor(random.number() * USERS.length);
    const id = USERS[index] as string;
    const name = random.chance(0.3) ? random.pick(USERNAMES) : (USERNAMES[index] as string);
    const op = random.chance(0.08) ? "delete" : "put";
    return { op, kind: "user", value: user(id, name, random.chance(0.7)) };
  }

  function movedInstance(): Change {
    const index = Math.floor(random.number() * INSTANCES.length);
    const parents = INSTANCES.slice(0, index);
    return {
      op: "put",
      kind: "instance",
      value: {
        resource: "orders",
        id: idOf(INSTANCES[index] as `orders/${string}`),
        attributes: {},
        ...(parents.length > 0 && random.chance(0.6) && { parent: random.pick(parents) }),
      },
    };
  }

  const changedAccount = (): Change =>
    accessAccount(
      random.pick(ACCESS_KEYS),
      random.chance(0.85),
      random.chance(0.6) ? PERMISSIONS.filter(() => random.chance(0.4)) : undefined,
    );

  const changedGroup = (): Change => ({
    op: random.chance(0.3) ? "delete" : "put",
    kind: "group",
    value: { name: random.pick(GROUPS) },
  });

  const change = (): Change =>
    random.weighted<() => Change>([
      [48, assignment],
      [18, membership],
      [10, changedRole],
      [12, changedUser],
      [4, movedInstance],
      [3, () => application(random.pick(APPLICATIONS), random.chance(0.8))],
      [3, changedAccount],
      [2, changedGroup],
    ])();

  return () => {
    if (random.chance(LARGE.share)) return Array.from({ length: LARGE.changes }, assignment);
    return Array.from({ length: random.chance(0.7) ? 1 : 3 }, change);
  };
}
