/** Random worlds, written into real databases: what a check answers, alone, in a batch and in a token. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callerOf } from "@licet/engine/internal/caller.ts";
import type { ScopeDecision } from "@licet/engine/internal/decide-scopes.ts";
import { anyWorld, needsOwnToken, PERMISSIONS, USERS } from "@licet/engine/internal/testing/random-world.ts";
import { parseScopeItem } from "@licet/engine/internal/values/scope.ts";
import fc from "fast-check";
import { decideClientScopes } from "../../packages/server/src/oauth/scopes/decide-client-scopes.ts";
import { decideUserScopes } from "../../packages/server/src/oauth/scopes/decide-user-scopes.ts";
import { createGatherSubjectFacts } from "../../packages/server/src/permissions/subject-facts.ts";
import { runsOn } from "../support/property-runs.ts";
import { anyIp, anyQuestion, asCheck, expectedVerdict, verdictOf } from "./questions.ts";
import { ENGINES, worldDatabase } from "./world-database.ts";

const manyQuestions = fc.array(anyQuestion, { minLength: 1, maxLength: 12 });

for (const engine of ENGINES) {
  describe(`on ${engine}`, () => {
    const database = worldDatabase(engine);

    test("every check is answered as the oracle answers it", async () => {
      await fc.assert(
        fc.asyncProperty(anyWorld, manyQuestions, async (world, questions) => {
          await database().become(world);
          for (const question of questions) {
            const answer = await database().check.one(asCheck(question));
            assert.equal(verdictOf(answer), expectedVerdict(world, question));
          }
        }),
        runsOn(engine),
      );
    });

    test("a batch is answered as each of its questions alone, and at one revision", async () => {
      await fc.assert(
        fc.asyncProperty(anyWorld, manyQuestions, async (world, questions) => {
          const { become, check, feed } = database();
          await become(world);
          const answers = await check.many(questions.map(asCheck));
          const alone = [];
          for (const question of questions) alone.push(await check.one(asCheck(question)));
          assert.deepEqual(answers.map(verdictOf), alone.map(verdictOf));
          assert.ok(answers.every(({ revision }) => revision === feed.revision));
        }),
        runsOn(engine),
      );
    });

    const anyItem = fc.constantFrom(
      ...PERMISSIONS,
      "orders:1:read",
      "orders:4:write",
      "stock:2:read",
      "orders:fly",
      "licet:fly",
    );
    const anyRequest = fc.record({
      clientId: fc.constantFrom("a", "b", "ak_a"),
      items: fc.uniqueArray(anyItem, { minLength: 1, maxLength: 6 }),
      ip: anyIp,
    });

    test("a scope is in a token if and only if the check allows it at the same revision and it may share it", async () => {
      await fc.assert(
        fc.asyncProperty(anyWorld, anyRequest, async (world, { clientId, items, ip }) => {
          const { become, check, clients, factSource, clock } = database();
          await become(world);
          const client = await clients.find(clientId);
          assert.ok(client);
          // A client that is disabled gets no token at all, whatever would be decided.
          const owner = await check.one({ subject: subjectFor(clientId), permission: "orders:read" });
          if (verdictOf(owner) === "subject_disabled") return;
          const asked = { client, scope: items.join(" "), resources: [], ...(ip !== undefined && { ip }) };
          const decision = await decideClientScopes(factSource, clock, asked);
          for (const text of items) {
            const item = parseScopeItem(text);
            assert.ok(item.kind === "permission");
            const answer = await check.one({
              subject: subjectFor(clientId),
              permission: item.permission,
              ...(item.instance !== undefined && {
                resource: { type: item.resource ?? "", id: item.instance },
              }),
              context: {
                client: callerOf(client),
                request: { grant_type: "client_credentials", ...(ip !== undefined && { ip }) },
              },
            });
            const granted = decision.granted.some(({ scope }) => scope === text);
            const apart = needsOwnToken(text, items);
            assert.equal(granted, answer.allowed && !apart, text);
            assert.equal(isRefusedToShare(decision, text), apart, text);
            assert.equal(answer.revision, decision.revision);
          }
        }),
        runsOn(engine),
      );
    });

    const anyDelegation = fc.record({
      userId: fc.constantFrom(...USERS),
      items: fc.uniqueArray(anyItem, { minLength: 1, maxLength: 6 }),
      delegated: fc.uniqueArray(fc.constantFrom(...PERMISSIONS, "orders:*", "stock:*", "licet:*"), {
        maxLength: 4,
      }),
      agreed: fc.uniqueArray(anyItem, { maxLength: 6 }),
      ip: anyIp,
    });

    test("a user's token carries what a check allows, the application may ask for and the user agreed to", async () => {
      await fc.assert(
        fc.asyncProperty(anyWorld, anyDelegation, async (world, { userId, items, delegated, agreed, ip }) => {
          const { become, check, clients, factSource, subjects, feed, clock } = database();
          await become(world);
          const known = await clients.find("a");
          assert.ok(known);
          const subject = { type: "user", id: userId } as const;
          const one = await check.one({ subject, permission: "orders:read" });
          if (verdictOf(one) === "subject_disabled") return;
          const consent = "optional" as const;
          const application = {
            ...known.application,
            delegated: delegated.map((scope) => ({ scope, consent })),
          };
          const client = { ...known, application };
          const gather = createGatherSubjectFacts({ factSource, subjects, feed });
          const decision = await decideUserScopes(gather, clock, {
            client,
            userId,
            scope: items.join(" "),
            resources: [],
            agreed: (scope) => agreed.includes(scope),
            grantType: "authorization_code",
            authentication: undefined,
            ip,
          });
          for (const text of items) {
            const item = parseScopeItem(text);
            assert.ok(item.kind === "permission");
            const answer = await check.one({
              subject,
              permission: item.permission,
              ...(item.instance !== undefined && {
                resource: { type: item.resource ?? "", id: item.instance },
              }),
              context: {
                client: callerOf(client),
                request: { grant_type: "authorization_code", ...(ip !== undefined && { ip }) },
              },
            });
            const mayAsk = delegated.includes(item.permission) || delegated.includes(`${item.resource}:*`);
            const granted = decision.granted.some(({ scope }) => scope === text);
            const apart = needsOwnToken(text, items);
            assert.equal(granted, answer.allowed && mayAsk && agreed.includes(text) && !apart, text);
            assert.equal(isRefusedToShare(decision, text), apart, text);
          }
        }),
        runsOn(engine),
      );
    });
  });
}

const isRefusedToShare = ({ refused }: ScopeDecision, text: string): boolean =>
  refused.some(({ scope, reason }) => scope === text && reason === "needs_own_token");

const subjectFor = (clientId: string) =>
  ({ type: clientId.startsWith("ak_") ? "access_account" : "application", id: clientId }) as const;
