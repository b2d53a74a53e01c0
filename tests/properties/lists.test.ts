/** Random worlds: lists are what asking about everything there is would give, and pages together are the list. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import {
  APPLICATIONS,
  anyWorld,
  INSTANCES,
  PERMISSIONS,
  USERS,
} from "@licet/engine/internal/testing/random-world.ts";
import fc from "fast-check";
import { createListPermissions } from "../../packages/server/src/permissions/list/list-permissions.ts";
import { createListResources } from "../../packages/server/src/permissions/list/list-resources.ts";
import { createListSubjects } from "../../packages/server/src/permissions/list/list-subjects.ts";
import { runsOn } from "../support/property-runs.ts";
import {
  anyInstance,
  anyIp,
  anyPermission,
  anyPrincipal,
  contextOf,
  expectedVerdict,
  instanceOf,
  subjectOf,
} from "./questions.ts";
import { ENGINES, worldDatabase } from "./world-database.ts";

const WHOLE = { limit: 1_000, withinMilliseconds: 60_000 };
/** Small pages, some of which end because time is up: on the clock of these tests a look at it takes a millisecond. */
const anyPaging = fc.record({
  limit: fc.integer({ min: 1, max: 3 }),
  withinMilliseconds: fc.integer({ min: 0, max: 3 }),
});

for (const engine of ENGINES) {
  describe(`on ${engine}`, () => {
    const database = worldDatabase(engine);

    test("the permissions of a subject are those that checks allow", async () => {
      await fc.assert(
        fc.asyncProperty(
          anyWorld,
          anyPrincipal,
          anyInstance,
          anyIp,
          async (world, principal, instance, ip) => {
            await database().become(world);
            const listed = await createListPermissions(database())({
              subject: subjectOf(principal),
              context: contextOf(ip),
              ...(instance !== undefined && { resource: instanceOf(instance) }),
            });
            const expected = PERMISSIONS.filter(
              (permission) => expectedVerdict(world, { principal, permission, instance, ip }) === "allowed",
            );
            assert.deepEqual(
              listed.permissions.map(({ permission }) => permission).toSorted(),
              expected.toSorted(),
            );
            for (const { permission, explain } of listed.permissions)
              assert.equal(explain().via.permission, permission);
          },
        ),
        runsOn(engine),
      );
    });

    test("the instances of a subject are those that checks allow, page by page or at once", async () => {
      await fc.assert(
        fc.asyncProperty(
          anyWorld,
          anyPrincipal,
          anyPermission,
          anyIp,
          anyPaging,
          async (world, principal, permission, ip, paging) => {
            await database().become(world);
            const list = createListResources(database());
            const asked = { subject: subjectOf(principal), permission, context: contextOf(ip) };
            const whole = await list({ ...asked, page: WHOLE });
            const held = (instance: InstanceKey) =>
              expectedVerdict(world, { principal, permission, instance, ip }) === "allowed";
            const registered = world.instances.map(({ resource, id }): InstanceKey => `${resource}/${id}`);
            const named = world.assignments.flatMap(({ at }) => (at === undefined ? [] : [at]));
            const ids = (keys: readonly InstanceKey[]) => [
              ...new Set(keys.filter(held).map((key) => key.slice(key.indexOf("/") + 1))),
            ];
            // An unregistered instance is listed when an assignment of the subject names it.
            assert.deepEqual(
              whole.items.filter((id) => ids(registered).includes(id)),
              ids(registered).toSorted(),
            );
            assert.ok(whole.items.every((id) => ids([...registered, ...named]).includes(id)));
            if (whole.all) {
              const resource = permission.split(":")[0] ?? "";
              const everywhere = [...INSTANCES, `${resource}/99` as InstanceKey];
              assert.ok(everywhere.filter((key) => key.startsWith(`${resource}/`)).every(held));
            }
            const paged: string[] = [];
            for (let after: string | undefined; ; ) {
              const page = await list({
                ...asked,
                page: { ...paging, ...(after !== undefined && { after }) },
              });
              assert.equal(page.all, whole.all);
              assert.ok(page.items.length <= paging.limit);
              paged.push(...page.items);
              if (page.next === undefined) break;
              assert.ok(after === undefined || page.next > after, "every page gets further");
              after = page.next;
            }
            assert.deepEqual(paged, whole.items);
          },
        ),
        runsOn(engine),
      );
    });

    test("the holders of a permission are those whom checks allow, page by page or at once", async () => {
      await fc.assert(
        fc.asyncProperty(
          anyWorld,
          anyPermission,
          anyInstance,
          anyIp,
          anyPaging,
          async (world, permission, instance, ip, paging) => {
            await database().become(world);
            const list = createListSubjects(database());
            const asked = {
              permission,
              context: contextOf(ip),
              ...(instance !== undefined && { resource: instanceOf(instance) }),
            };
            const whole = await list({ ...asked, page: WHOLE });
            const everyone: readonly PrincipalKey[] = [
              ...APPLICATIONS.map((id): PrincipalKey => `application:${id}`),
              ...USERS.map((id): PrincipalKey => `user:${id}`),
            ];
            const holders = everyone.filter(
              (principal) => expectedVerdict(world, { principal, permission, instance, ip }) === "allowed",
            );
            const keys = (subjects: typeof whole.subjects) => subjects.map(({ type, id }) => `${type}:${id}`);
            assert.deepEqual(keys(whole.subjects), holders);
            const users = await list({ ...asked, types: ["user"], page: WHOLE });
            assert.deepEqual(
              keys(users.subjects),
              holders.filter((key) => key.startsWith("user:")),
            );
            const paged: string[] = [];
            for (let after: string | undefined; ; ) {
              const page = await list({
                ...asked,
                page: { ...paging, ...(after !== undefined && { after }) },
              });
              assert.ok(page.subjects.length <= paging.limit);
              paged.push(...keys(page.subjects));
              if (page.next === undefined) break;
              assert.ok(after === undefined || page.next > after, "every page gets further");
              after = page.next;
            }
            assert.deepEqual(paged, holders);
          },
        ),
        runsOn(engine),
      );
    });
  });
}
