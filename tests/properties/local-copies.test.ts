// @engine sqlite: no database is used
/** Random worlds and changes as records: a copy answers and explains as the oracle and the server's engine do. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compileCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import { explainCheck } from "@licet/engine/internal/explain/explain-check.ts";
import type { SnapshotStart } from "@licet/engine/internal/replica/records.ts";
import { createReplica } from "@licet/engine/internal/replica/replica.ts";
import { describeClient, describeGroup, describeUser } from "@licet/engine/internal/subject.ts";
import type { World } from "@licet/engine/internal/testing/oracle.ts";
import { APPLICATIONS, anyWorld, NOW, USERS } from "@licet/engine/internal/testing/random-world.ts";
import fc from "fast-check";
import { createCheck } from "../../packages/server/src/permissions/check.ts";
import { createFactSource } from "../../packages/server/src/permissions/fact-source.ts";
import type { SubjectSource } from "../../packages/server/src/permissions/subjects.ts";
import { createMemoryStore } from "../../packages/server/src/permissions/testing/memory-store.ts";
import { PROPERTY_RUNS } from "../support/property-runs.ts";
import { anyQuestion, asCheck, expectedVerdict, subjectOf, type WorldQuestion } from "./questions.ts";
import { recordsBetween, recordsOf } from "./world-records.ts";

const START: SnapshotStart = { kind: "snapshot", revision: 1, reads: ["subject.name"], usernames: true };
const clock = { seconds: () => NOW, milliseconds: () => NOW * 1_000 };
const anyHistory = fc.array(anyWorld, { minLength: 1, maxLength: 5 });
const someQuestions = fc.array(anyQuestion, { minLength: 1, maxLength: 8 });

const asked = ({ principal, permission, instance, ip }: WorldQuestion) => ({
  subject: subjectOf(principal),
  permission,
  ...(instance !== undefined && {
    resource: { type: instance.split("/")[0] as string, id: instance.split("/")[1] as string },
  }),
  ...(ip !== undefined && { context: { ip } }),
});

/** The subjects of a world, as the server describes them. */
function subjectsOf({ disabled, ceilings }: World): SubjectSource {
  const application = (id: string) => ({ id, name: id, enabled: !disabled.includes(`application:${id}`) });
  return {
    find(type, id) {
      if (type === "group") return describeGroup(id);
      if (type === "user") {
        const isKnown = (USERS as readonly string[]).includes(id);
        const enabled = !disabled.includes(`user:${id}`);
        return isKnown ? describeUser({ id, username: id.slice(4), attributes: {}, enabled }) : undefined;
      }
      if (type === "application") {
        const isKnown = (APPLICATIONS as readonly string[]).includes(id);
        return isKnown ? describeClient({ application: application(id) }, NOW) : undefined;
      }
      const ceiling = ceilings.ak_a?.ceiling;
      const enabled = !disabled.includes("access_account:ak_a");
      const accessAccount = { accessKey: "ak_a", enabled, ...(ceiling && { ceiling }) };
      return id === "ak_a"
        ? describeClient({ application: application("a"), accessAccount }, NOW)
        : undefined;
    },
  };
}

/** The server's engine on plain lists, at one revision. */
function serverAt(world: World, revision: number) {
  const feed = {
    revision,
    confirm: () => undefined,
    refresh: async () => undefined,
    ageMilliseconds: () => 0,
    onChange: () => undefined,
    onReset: () => undefined,
  };
  const store = createMemoryStore(world);
  const factSource = createFactSource({ store, feed, compileCondition });
  const check = createCheck({ factSource, subjects: subjectsOf(world), feed, clock });
  return {
    async explain(question: WorldQuestion) {
      const asked = asCheck(question);
      return explainCheck(await check.one(asked), asked, await factSource.model());
    },
  };
}

test("a copy that follows changes answers as the oracle at each revision", () => {
  fc.assert(
    fc.property(anyHistory, someQuestions, (worlds, questions) => {
      const replica = createReplica(START);
      let before: World | undefined;
      for (const [index, world] of worlds.entries()) {
        replica.apply(before ? recordsBetween(before, world) : recordsOf(world), index + 1);
        before = world;
        for (const question of questions) {
          const answer = replica.check(asked(question), clock);
          assert.equal(answer.allowed ? "allowed" : answer.reason, expectedVerdict(world, question));
          assert.equal(answer.revision, index + 1);
        }
      }
    }),
    { numRuns: PROPERTY_RUNS },
  );
});

test("its explanations are those of the server's engine, word for word", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, someQuestions, async (worlds, questions) => {
      const replica = createReplica(START);
      let before: World | undefined;
      for (const [index, world] of worlds.entries()) {
        replica.apply(before ? recordsBetween(before, world) : recordsOf(world), index + 1);
        before = world;
        const server = serverAt(world, index + 1);
        for (const question of questions)
          assert.deepEqual(replica.explain(asked(question), clock), await server.explain(question));
      }
    }),
    { numRuns: PROPERTY_RUNS },
  );
});

test("users are found by their names after every exchange of names", () => {
  const anyNames = fc.uniqueArray(fc.constantFrom("ann", "ben", "cleo", "dan"), {
    minLength: 2,
    maxLength: 2,
  });
  fc.assert(
    fc.property(fc.array(anyNames, { minLength: 1, maxLength: 6 }), (history) => {
      const replica = createReplica(START);
      replica.put({ kind: "model", resources: [], permissions: ["p"], roles: [], nesting: [] });
      replica.put({ kind: "principal", key: "user:usr_u", assignments: [{ permission: "p" }] });
      for (const [first, second] of history) {
        const users = [
          ["usr_u", first],
          ["usr_v", second],
        ] as const;
        replica.apply(
          users.map(([id, username]) => ({ kind: "user", id, enabled: true, username: username as string })),
          2,
        );
        const ask = (id: string) => replica.check({ subject: { type: "user", id }, permission: "p" }, clock);
        for (const name of ["ann", "ben", "cleo", "dan"]) {
          const { allowed, ...rest } = ask(name);
          assert.equal(allowed, name === first);
          const expected = name === second ? "not_granted" : "unknown_subject";
          if (!allowed) assert.equal((rest as { reason: string }).reason, expected);
        }
      }
    }),
    { numRuns: PROPERTY_RUNS },
  );
});
