import type { CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import type { InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import type { Random } from "../support/random.ts";
import {
  ACCESS_KEYS,
  APPLICATIONS,
  GROUPS,
  INSTANCES,
  idOf,
  PERMISSIONS,
  USERNAMES,
  USERS,
} from "./small-world.ts";

export interface RandomQuestions {
  anything(): CheckQuestion;
  /** One whose answer the change set may well have changed. */
  about(changes: readonly Change[]): CheckQuestion;
}

type Subject = CheckQuestion["subject"];

export function createRandomQuestions(random: Random): RandomQuestions {
  const anyUser = (): Subject => ({
    type: "user",
    id: random.chance(0.7) ? random.pick(USERS) : random.pick(USERNAMES),
  });
  const anySubject = (): Subject =>
    random.weighted<() => Subject>([
      [7, anyUser],
      [1, () => ({ type: "group", id: random.pick(GROUPS) })],
      [2, () => ({ type: "application", id: random.pick(APPLICATIONS) })],
      [2, () => ({ type: "access_account", id: random.pick(ACCESS_KEYS) })],
    ])();

  function question(subject: Subject, permission: string, instance: InstanceKey | undefined): CheckQuestion {
    // Only orders have instances here.
    if (instance === undefined || !permission.startsWith("orders:")) return { subject, permission };
    return { subject, permission, resource: { type: "orders", id: idOf(instance) } };
  }

  const anyInstance = () => (random.chance(0.6) ? random.pick(INSTANCES) : undefined);
  const anything = () => question(anySubject(), random.pick(PERMISSIONS), anyInstance());

  function subjectOf(principal: PrincipalKey): Subject {
    const [type, id] = principal.split(":") as [string, string];
    if (id === "*" || (type === "group" && random.chance(0.7))) return anyUser();
    if (type === "application" && random.chance(0.3)) {
      return { type: "access_account", id: ACCESS_KEYS[APPLICATIONS.indexOf(id as never)] as string };
    }
    return { type: type as Subject["type"], id };
  }

  return {
    anything,
    about(changes) {
      const { kind, value } = random.pick(changes);
      switch (kind) {
        case "assignment": {
          const permission = PERMISSIONS.find((name) => name === value.permission);
          return question(
            subjectOf(value.principal),
            permission ?? random.pick(PERMISSIONS),
            value.at ?? anyInstance(),
          );
        }
        case "membership":
          return question(subjectOf(value.member), random.pick(PERMISSIONS), anyInstance());
        case "user": {
          const id = random.chance(0.6) ? value.id : value.username;
          return question({ type: "user", id }, random.pick(PERMISSIONS), anyInstance());
        }
        case "application":
          return question(subjectOf(`application:${value.id}`), random.pick(PERMISSIONS), anyInstance());
        case "access_account":
          return question(
            { type: "access_account", id: value.accessKey },
            random.pick(PERMISSIONS),
            anyInstance(),
          );
        case "instance":
          return question(anySubject(), "orders:read", `orders/${value.id}`);
        default:
          return anything();
      }
    },
  };
}
