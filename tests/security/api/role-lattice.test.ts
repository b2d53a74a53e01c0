// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { RunningLicet } from "../../support/start-licet.ts";
import {
  type Answer,
  allPermissions,
  bearer,
  fingerprint,
  issueTokenTo,
  mapInOrder,
  send,
  startGuarded,
} from "./guarded-api.ts";
import { type Operation, readOperations, titleOf } from "./operations.ts";
import { service } from "./world.ts";

let licet: RunningLicet;
let operations: readonly Operation[];
let permissions: readonly string[];

const clientOf = (permission: string): string => `only-${permission.slice("licet:".length)}`;

before(async () => {
  licet = await startGuarded();
  operations = await readOperations(licet);
  permissions = await allPermissions(licet);
  await licet.apply(`
applications:
${permissions.map((permission) => service(clientOf(permission))).join("\n")}
assignments:
${permissions.map((permission) => `  - { principal: "application:${clientOf(permission)}", permission: "${permission}" }`).join("\n")}
`);
});
after(() => licet.stop());

/** A request about an absent entity, with an unknown member: an allowed caller gets that error, and nothing changes. */
const harmless = ({ method, path, isAuthzen }: Operation) => ({
  method,
  path: path.replaceAll(/\{\w+\}/g, "nothing-of-this-name"),
  ...(method !== "GET" && { body: isAuthzen ? {} : { "no such member": 1 } }),
});

/** The answer of the door comes with a challenge; whatever else is wrong is told by those behind it. */
const wasLetIn = ({ status, headers }: Answer): boolean => {
  assert.ok(status < 500, `${status}`);
  const isRefused = status === 401 || status === 403;
  assert.equal(headers.has("www-authenticate"), isRefused);
  return !isRefused;
};

test("ASVS 8.3.1: a caller with one permission may call the routes that declare it, and no other", async () => {
  const untouched = await fingerprint(licet);
  const opened: Record<string, readonly string[]> = {};
  const declared: Record<string, readonly string[]> = {};
  for (const permission of permissions) {
    const headers = bearer(await issueTokenTo(licet, clientOf(permission), permission));
    const answers = await mapInOrder(operations, (operation) =>
      send(licet, { ...harmless(operation), headers }),
    );
    opened[permission] = operations.filter((_, index) => wasLetIn(answers[index] as Answer)).map(titleOf);
    declared[permission] = operations.filter((operation) => operation.permission === permission).map(titleOf);
  }
  assert.deepEqual(opened, declared);
  assert.deepEqual(await fingerprint(licet), untouched, "nothing was changed");
});

test("ASVS 8.3.1: a route that reads takes the permission to read, one that writes the permission to write", () => {
  const wrong = operations.filter(({ method, path, permission }) => {
    // The last one named: who is in which groups is about groups, wherever it is asked.
    const collection = path
      .split("/")
      .findLast((part) =>
        /^(resources|permissions|roles|groups|users|applications|assignments|keys)\b/.test(part),
      )
      ?.split(":")[0];
    const isQuestion = permission === "licet:check" || permission === "licet:list";
    if (collection === undefined || isQuestion) return false;
    return permission !== `licet:${collection}.${method === "GET" ? "read" : "write"}`;
  });
  assert.deepEqual(wrong.map(titleOf), []);
});

test("ASVS 8.3.1: a token cannot carry more than its client holds", async () => {
  for (const permission of permissions) {
    const others = permissions.filter((other) => other !== permission);
    await assert.rejects(
      issueTokenTo(licet, clientOf(permission), others.join(" ")),
      "all of it was refused",
    );
  }
});
