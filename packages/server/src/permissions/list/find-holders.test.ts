import assert from "node:assert/strict";
import { test } from "node:test";
import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import { compileModel } from "@licet/engine/internal/model.ts";
import type { SearchStore } from "../stores.ts";
import { findHolders } from "./find-holders.ts";

const never = (): never => {
  throw new Error("there is no condition");
};
const model = compileModel(
  {
    resources: [],
    permissions: [{ name: "print", description: { en: "Print" } }],
    roles: [],
    groupNesting: [],
  },
  never,
);

const MEMBERS: Readonly<Record<string, readonly string[]>> = { g1: ["u2", "u7"], g2: ["u8"], g3: ["u9"] };
const EVERYONE = ["u1", "u2", "u3", "u7", "u8", "u9"];

/** Reads as the database does, and counts how often it was asked for principals with an assignment. */
function createSearch(assigned: readonly PrincipalKey[]) {
  const readings = { count: 0 };
  const cut = (ids: readonly string[], after: string, limit: number) =>
    [...ids]
      .filter((id) => id > after)
      .sort()
      .slice(0, limit);
  const search: SearchStore = {
    async listPrincipalsWith(_grants, { after = "", upTo = "\u{10FFFF}" }, limit) {
      readings.count += 1;
      const within = assigned.filter((key) => key <= upTo);
      return cut(within, after, limit) as PrincipalKey[];
    },
    listUsersIn: async (groups, after = "", limit) =>
      cut(
        groups.flatMap((group) => MEMBERS[group] ?? []),
        after,
        limit,
      ),
    listUsers: async (after = "", limit) => cut(EVERYONE, after, limit),
    listInstances: never,
    listChildren: never,
  };
  return { search, readings };
}

async function find(assigned: readonly PrincipalKey[], limit: number, after?: string) {
  const { search, readings } = createSearch(assigned);
  const permission = model.permissions.get("print");
  assert.ok(permission);
  const page = { limit, withinMilliseconds: 1_000, ...(after !== undefined && { after }) };
  const found: PrincipalKey[] = [];
  for await (const chunk of findHolders({ search, model, permission, types: ["user"], page }))
    found.push(...chunk);
  return { users: found.map((key) => key.slice("user:".length)), readings: readings.count };
}

test("the first users are found by one reading when no group has the permission", async () => {
  assert.deepEqual(await find(["application:a", "user:u1", "user:u3"], 9), {
    users: ["u1", "u3"],
    readings: 1,
  });
});

test("pages that are smaller than the list go on after the last user", async () => {
  const assigned: PrincipalKey[] = ["user:u1", "user:u2", "user:u3", "user:u7"];
  assert.deepEqual((await find(assigned, 1)).users, ["u1", "u2", "u3", "u7"]);
  assert.deepEqual((await find(assigned, 9, "user:u2")).users, ["u3", "u7"]);
});

test("members of groups are found beside users, each once", async () => {
  assert.deepEqual((await find(["group:g1", "user:u1", "user:u2"], 9)).users, ["u1", "u2", "u7"]);
  assert.deepEqual((await find(["group:g1", "user:u1"], 9, "user:u1")).users, ["u2", "u7"]);
});

test("all groups count, also when they are more than the page has users", async () => {
  assert.deepEqual((await find(["group:g1", "group:g2", "group:g3", "user:u1"], 1)).users, [
    "u1",
    "u2",
    "u7",
    "u8",
    "u9",
  ]);
});

test("what all users have is found for each of them", async () => {
  assert.deepEqual((await find(["group:g1", "user:*", "user:u1"], 9)).users, EVERYONE);
  assert.deepEqual((await find(["user:*"], 1)).users, EVERYONE);
});

test("nobody is found when nobody has it", async () => {
  assert.deepEqual(await find(["application:a"], 9), { users: [], readings: 1 });
});
