import { z } from "zod";
import type { Mend } from "../../permissions/explanation.ts";
import { count, revision, time } from "./wire-values.ts";

/** Explanations as `write-explanation.ts` writes them, for the description of the API. */

const withheldInput = z
  .strictObject({ input: z.string(), lacking: z.array(z.string()) })
  .meta({ title: "WithheldInput" });

const condition = z
  .strictObject({
    of: z.enum(["assignment", "role"]),
    source: z.string(),
    outcome: z.enum(["true", "false", "missing"]),
    values: z.record(z.string(), z.unknown()),
    missing: z.array(z.string()),
    values_withheld: z.array(withheldInput).optional().meta({
      description: "The inputs whose values are left out, because the token may not read them",
    }),
  })
  .meta({ title: "ConditionOutcome" });

const assignment = z
  .strictObject({
    id: z.string(),
    principal: z.string(),
    role: z.string().optional(),
    permission: z.string().optional(),
    at: z.string().optional(),
    when: z.string().optional(),
    expires_at: time.optional(),
  })
  .meta({ title: "PathAssignment" });

/** From the subject to the grant. */
export const waySchema = z
  .strictObject({
    principals: z.array(z.string()),
    assignment,
    instances: z.array(z.string()),
    permission: z.string(),
    roles: z.array(z.string()),
    grant: z.string(),
    conditions: z.array(condition),
  })
  .meta({ title: "GrantPath", description: "From the subject to the grant" });

const obstacle = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("expired"), expired_at: time }).meta({ title: "BlockedByExpiry" }),
    z.strictObject({ kind: z.literal("elsewhere"), at: z.string() }).meta({ title: "BlockedByInstance" }),
    z.strictObject({ kind: z.literal("condition"), condition }).meta({ title: "BlockedByCondition" }),
  ])
  .meta({ title: "BlockedBy", discriminator: { propertyName: "kind" } });

const suggestedAssignment = z
  .strictObject({ principal: z.string(), permission: z.string(), at: z.string().optional() })
  .meta({ title: "SuggestedAssignment" });
const suggestedChange = z
  .strictObject({ assignments: z.array(suggestedAssignment) })
  .meta({ title: "SuggestedChange" });

/** What would help: `text` says it in English, the other members are what it speaks of. */
const mendOf = <Kind extends Mend["kind"], Members extends z.ZodRawShape>(kind: Kind, members: Members) =>
  z
    .strictObject({ text: z.string(), kind: z.literal(kind), ...members })
    .meta({ title: `${pascalCase(kind)}Suggestion` });

const pascalCase = (text: string): string =>
  text.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const mend = z
  .discriminatedUnion("kind", [
    mendOf("unknown_subject", { subject: z.string() }),
    mendOf("enable_subject", { subject: z.string() }),
    mendOf("other_permissions", { resource: z.string(), permissions: z.array(z.string()) }),
    mendOf("unknown_permission", { permission: z.string(), nearest: z.string().optional() }),
    mendOf("no_instance", {}),
    mendOf("no_resource", {}),
    mendOf("instance_of", { resource: z.string() }),
    mendOf("resource_of", { identifier: z.string() }),
    mendOf("request_separately", { identifier: z.string() }),
    mendOf("ask_about", { instance: z.string() }),
    mendOf("ask_for", { scope: z.string(), instance: z.string() }),
    mendOf("prolong", { assignment: z.string() }),
    mendOf("assign", { change: suggestedChange }),
    mendOf("give_role", { principal: z.string(), roles: z.array(z.string()), more: count }),
    mendOf("raise_ceiling", { account: z.string(), ceiling: z.array(z.string()), permission: z.string() }),
    mendOf("bring", { missing: z.array(z.string()) }),
    mendOf("satisfy", { condition: z.string(), reads: z.array(z.string()) }),
    mendOf("delegate", { scope: z.string() }),
    mendOf("ask_user_again", {}),
    mendOf("act_for_user", {}),
  ])
  .meta({ title: "Suggestion", discriminator: { propertyName: "kind" } });

const within = z
  .union([
    z.strictObject({ ceiling: z.string() }).meta({ title: "WithinCeiling" }),
    z.strictObject({ via: waySchema }).meta({ title: "WithinApplication" }),
  ])
  .meta({ title: "Within", description: "Of an access account: what its application has" });

export const allowedSchema = z.strictObject({
  via: waySchema,
  within: within.optional(),
  expires_at: time.optional(),
});

const nearMiss = waySchema.extend({ obstacles: z.array(obstacle) }).meta({ title: "NearMiss" });

export const deniedSchema = z.strictObject({
  reason: z.string(),
  near_misses: z.array(nearMiss),
  mends: z.array(mend),
});

export const explanationSchema = z
  .union([
    allowedSchema.extend({ allowed: z.literal(true), revision }).meta({ title: "AllowedExplanation" }),
    deniedSchema.extend({ allowed: z.literal(false), revision }).meta({ title: "DeniedExplanation" }),
  ])
  .meta({ title: "Explanation" });
