// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RunningLicet } from "../../support/start-licet.ts";
import { requestHead, sendRaw } from "../raw-connection.ts";
import {
  assertProblem,
  bearer,
  type Caller,
  fingerprint,
  mapInOrder,
  send,
  withGuardedApi,
} from "./guarded-api.ts";
import {
  findSpareIds,
  type Operation,
  readOperations,
  type SpareIds,
  titleOf,
  validCall,
} from "./operations.ts";

let licet: RunningLicet;
let api: Caller;
let ids: SpareIds;
let operations: readonly Operation[];
let token: string;

withGuardedApi(async (guarded) => {
  ({ licet, token, api } = guarded);
  ids = await findSpareIds(licet);
  operations = (await readOperations(licet)).filter(({ path }) => path.includes("{"));
});

/** Segments of a path. Each resembles an existing name, or a name that could be looked up by mistake. */
const SEGMENTS = [
  ...["Spare", "SPARE", "spare%20", "%20spare", "spare%0A", "spare.", "spare;x=1", "spare%E2%80%8B"],
  ...[
    "sp%61re%00",
    "%00",
    "%7F",
    "%C2%85",
    "%EF%BB%BFspare",
    "spar%D0%B5",
    "%ED%A0%80",
    "%FF",
    "%C0%AE",
    "%zz",
  ],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "null", "0", "*"],
  ...["..", "%2e%2e", "..%2Fspare", "spare%2F", "spare%2F..%2Fspare", "spare%3Fx", "%5C", "%22", "%25"],
  ...["' or '1'='1", "user:spare%20", "group:", "application:admin", "ak_Spare", "usr_", "asg_"],
  ...["a".repeat(129), "a".repeat(256), "a".repeat(257), "a".repeat(5_000), "%F0%9F%92%A9".repeat(20)],
];

describe("ASVS 2.2.1: names in a path are exact bytes", () => {
  for (const method of ["GET", "PUT", "DELETE", "POST"]) {
    test(`${method} of a name that is none is 404 or 400 at every parameter of every path, and changes nothing`, async () => {
      const untouched = await fingerprint(licet);
      const tried = operations
        .filter((each) => each.method === method && !each.path.endsWith("/permissions/{permission}"))
        .flatMap((operation) =>
          parametersOf(operation).flatMap((name) =>
            SEGMENTS.map((segment) => ({ operation, name, segment })),
          ),
        )
        // A PUT creates the named entity; its name is tested below.
        .filter(
          ({ operation, name }) =>
            method !== "PUT" || !operation.path.endsWith(`{${name}}`) || name === "member",
        );
      const wrong = await mapInOrder(tried, async ({ operation, name, segment }) => {
        const call = validCall(operation, ids);
        const path = pathWith(operation, name, segment);
        const text = call.body === undefined ? "" : JSON.stringify(call.body);
        const head = requestHead(licet.url, `${method} ${path.replaceAll(" ", "%20")}`, {
          Authorization: `Bearer ${token}`,
          ...(text !== "" && { "Content-Type": "application/json", "Content-Length": String(text.length) }),
        });
        const { status, text: answer } = await sendRaw(licet.url, head + text);
        const isUnknown = status === 404 || status === 400;
        return isUnknown
          ? []
          : [{ at: titleOf(operation), name, segment, status, answer: answer.slice(-300) }];
      });
      assert.deepEqual(wrong.flat(), []);
      assert.deepEqual(await fingerprint(licet), untouched);
    });
  }

  const parametersOf = ({ path }: Operation): readonly string[] =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));

  const pathWith = (operation: Operation, parameter: string, segment: string): string => {
    const filled = validCall(
      { ...operation, path: operation.path.replace(`{${parameter}}`, "\u0001") },
      ids,
    ).path;
    return filled.replace("\u0001", segment);
  };
});

test("ASVS 2.2.1: a name that cannot be one is not made by PUT either", async () => {
  const untouched = await fingerprint(licet);
  const bad = [
    "sp%20are",
    "spare%20",
    "1spare",
    "-spare",
    "spare%0A",
    "sp%C3%A4re",
    "a".repeat(129),
    "%2A",
    "sp%2Fare",
    "licet%3A%2A",
  ];
  const bodies: Record<string, object> = {
    resources: { identifier: "https://new.example.test", actions: {} },
    permissions: { description: "x" },
    roles: {},
    groups: {},
  };
  for (const [collection, body] of Object.entries(bodies)) {
    for (const name of bad) {
      const answer = await api("PUT", `/${collection}/${name}`, body);
      assertProblem(answer, 400, "invalid_input");
    }
  }
  for (const name of ["openid", "profile", "offline_access"])
    assertProblem(await api("PUT", `/permissions/${name}`, { description: "x" }), 400, "invalid_input");
  for (const name of ["usr_fresh", "%2A", "a%20b", "e%CC%81", "a%E2%80%8Bb", "a".repeat(129)]) {
    const answer = await api("PUT", `/users/${name}`, {});
    assert.ok(answer.status === 400 || answer.status === 404, `${name} ${answer.text}`);
  }
  for (const name of ["usr_fresh", "ak_fresh", "a%20b", "%2A", "-a"])
    assertProblem(await api("PUT", `/applications/${name}`, { type: "service" }), 400, "invalid_input");
  assert.deepEqual(await fingerprint(licet), untouched);
});

test("names that differ in one byte are two names", async () => {
  for (const name of ["Viewer", "viewer.", "viewer-", "viewer_"]) {
    assert.equal((await api("PUT", `/roles/${name}`, { grants: ["orders:write"] })).status, 201);
    const { body } = await api("GET", "/roles/viewer");
    assert.deepEqual(body.grants, [{ permission: "orders:read" }]);
  }
  const composed = "zo\u00eb";
  assert.equal((await api("POST", "/users", { username: composed })).status, 201);
  assertProblem(await api("POST", "/users", { username: "zoe\u0308" }), 400, "invalid_input");
  await api("POST", "/assignments", { principal: `user:${composed}`, permission: "orders:read" });
  const ask = async (name: string) =>
    (await api("POST", "/check", { subject: `user:${name}`, permission: "orders:read" })).body.allowed;
  assert.equal(await ask(composed), true);
  for (const other of ["zoe\u0308", "Zo\u00eb", "ZO\u00cb", "zoe", "zo\u00eb ", "zo\u00eb\u200b"])
    assert.equal(await ask(other), false, JSON.stringify(other));
  assertProblem(await api("GET", `/users/${encodeURIComponent("zoe\u0308")}`), 404, "not_found");
});

test("references in a body are exact bytes", async () => {
  const untouched = await fingerprint(licet);
  for (const body of [
    { principal: "user:Spare", permission: "spare:read" },
    { principal: "user:spare ", permission: "spare:read" },
    { principal: "User:spare", permission: "spare:read" },
    { principal: "user: spare", permission: "spare:read" },
    { principal: "user:spare", permission: "Spare:read" },
    { principal: "user:spare", permission: "spare:Read" },
    { principal: "user:spare", permission: "spare:read " },
    { principal: "user:spare", permission: "spare:rea" },
    { principal: "user:spare", permission: "*" },
    { principal: "user:spare", permission: "spare:r*" },
    { principal: "user:spare", role: "Spare" },
    { principal: "user:spare", role: "spare " },
    { principal: "application:Spare", role: "spare" },
    { principal: "application:ak_spare", role: "spare" },
    { principal: "access_account:spare", role: "spare" },
    { principal: "group:Spare", role: "spare" },
    { principal: "group:*", role: "spare" },
    { principal: "application:*", role: "spare" },
  ]) {
    const answer = await send(licet, {
      method: "POST",
      path: "/api/v1/assignments",
      body,
      headers: bearer(token),
    });
    assert.equal(answer.status, 400, `${JSON.stringify(body)} ${answer.text}`);
    assertProblem(answer, 400, "invalid_input");
  }
  assert.deepEqual(await fingerprint(licet), untouched);
});
