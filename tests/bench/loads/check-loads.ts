import assert from "node:assert/strict";
import { permissionName, permissionsOf, type Question, ROLES, userId } from "../permission-population.ts";
import { API_PERMISSIONS, apiCaller, type Caller } from "../population.ts";
import type { Load } from "../report/measurement.ts";
import type { ServerProcess } from "../server-process.ts";
import type { TokenSubject } from "../subject.ts";
import { apiTokenForm, FORM_TYPE } from "./forms.ts";
import { runLoad } from "./load.ts";

/** Loads of the permission API. Each computes the right answers from the population. */

export const JSON_TYPE = "application/json";
/** Few: of all requests, a busy node refuses lists first (ADR 0048). */
const LIST_CONNECTIONS = 4;

/** Gets a token for the API of Licet, for the permission checks by default, as any application would. */
export async function fetchAuthorization(
  subject: TokenSubject,
  server: ServerProcess,
  caller: Caller = apiCaller,
  permissions: readonly string[] = API_PERMISSIONS,
): Promise<string> {
  let authorization = "";
  await runLoad({
    port: server.port,
    connections: 1,
    path: subject.paths.token,
    contentType: FORM_TYPE,
    bodies: [apiTokenForm(caller, permissions)],
    seconds: 10,
    requests: 1,
    sampleEvery: 1,
    check(answer) {
      authorization = `Bearer ${JSON.parse(answer).access_token}`;
    },
  });
  return authorization;
}

export const createCheckLoad = (authorization: string, questions: readonly Question[]): Load => ({
  path: "/api/v1/check",
  contentType: JSON_TYPE,
  authorization,
  bodies: questions.map(checkBody),
  check(answer, index) {
    assert.equal(JSON.parse(answer).allowed, questions[index]?.allowed);
  },
});

/** The same requests to a server that decides nothing, so only the form of its answers is checked. */
export const createEchoLoad = (authorization: string, questions: readonly Question[]): Load => ({
  ...createCheckLoad(authorization, questions),
  check(answer) {
    assert.equal(typeof JSON.parse(answer).allowed, "boolean");
  },
});

export function createBatchLoad(authorization: string, questions: readonly Question[], size: number): Load {
  const batches = Array.from({ length: Math.floor(questions.length / size) }, (_, index) =>
    questions.slice(index * size, (index + 1) * size),
  );
  return {
    path: "/api/v1/check:batch",
    contentType: JSON_TYPE,
    authorization,
    bodies: batches.map((batch) => `{"checks":[${batch.map(checkBody).join(",")}]}`),
    check(answer, index) {
      assert.deepEqual(
        JSON.parse(answer).results,
        batches[index]?.map(({ allowed }) => ({ allowed })),
      );
    },
  };
}

/** Lists all permissions of a user. */
export const createListPermissionsLoad = (authorization: string, users: readonly number[]): Load => ({
  path: "/api/v1/list/permissions",
  connections: LIST_CONNECTIONS,
  contentType: JSON_TYPE,
  authorization,
  bodies: users.map((user) => JSON.stringify({ subject: `user:${userId(user)}` })),
  check(answer, index) {
    const { items } = JSON.parse(answer) as { items: { permission: string }[] };
    const expected = [...permissionsOf(users[index] as number)].map(permissionName).sort();
    assert.deepEqual(
      items.map(({ permission }) => permission),
      expected,
    );
  },
});

const PAGE = 100;
/** Roles with smaller numbers are inherited by others, so more users have them. */
const FIRST_LEAF = 100;

/** The first hundred users with a permission, which one user in a hundred has. */
export function createListSubjectsLoad(authorization: string): Load {
  const permissions = Array.from({ length: ROLES - FIRST_LEAF }, (_, index) => FIRST_LEAF + index);
  return {
    path: "/api/v1/list/subjects",
    connections: LIST_CONNECTIONS,
    contentType: JSON_TYPE,
    authorization,
    bodies: permissions.map((permission) =>
      JSON.stringify({ permission: permissionName(permission), type: "user", limit: PAGE }),
    ),
    check(answer, index) {
      const { items } = JSON.parse(answer) as { items: { id: string }[] };
      assert.equal(items.length, PAGE);
      const permission = permissions[index] as number;
      for (const { id } of items)
        assert.ok(permissionsOf(userNumber(id)).has(permission), `${id} does not hold it`);
    },
  };
}

const userNumber = (id: string): number => Number(id.slice("usr_bench".length));

const checkBody = ({ subject, permission }: Question): string => JSON.stringify({ subject, permission });
