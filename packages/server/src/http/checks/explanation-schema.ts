import type { Suggestion } from "@licet/engine/internal/explain/explanation.ts";
import { z } from "zod";
import { count, revision, time } from "../json/wire-values.ts";

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
export const grantPathSchema = z
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

const blocker = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("expired"), expired_at: time }).meta({ title: "BlockedByExpiry" }),
    z
      .strictObject({ kind: z.literal("other_instance"), at: z.string() })
      .meta({ title: "BlockedByInstance" }),
    z.strictObject({ kind: z.literal("condition"), condition }).meta({ title: "BlockedByCondition" }),
  ])
  .meta({ title: "BlockedBy", discriminator: { propertyName: "kind" } });

const suggestedAssignment = z
  .strictObject({ principal: z.string(), permission: z.string(), at: z.string().optional() })
  .meta({ title: "SuggestedAssignment" });
const suggestedChange = z
  .strictObject({ assignments: z.array(suggestedAssignment) })
  .meta({ title: "SuggestedChange" });

/** A suggestion: `text` is the English sentence, the other members are its values. */
const suggestionOf = <Kind extends Suggestion["kind"], Members extends z.ZodRawShape>(
  kind: Kind,
  members: Members,
) =>
  z
    .strictObject({ text: z.string(), kind: z.literal(kind), ...members })
    .meta({ title: `${pascalCase(kind)}Suggestion` });

const pascalCase = (text: string): string =>
  text.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const suggestion = z
  .discriminatedUnion("kind", [
    suggestionOf("unknown_subject", { subject: z.string() }),
    suggestionOf("enable_subject", { subject: z.string() }),
    suggestionOf("other_permissions", { resource: z.string(), permissions: z.array(z.string()) }),
    suggestionOf("unknown_permission", { permission: z.string(), nearest: z.string().optional() }),
    suggestionOf("omit_instance", {}),
    suggestionOf("omit_resource", {}),
    suggestionOf("use_instance_of", { resource: z.string() }),
    suggestionOf("use_resource", { identifier: z.string() }),
    suggestionOf("request_separately", { identifier: z.string() }),
    suggestionOf("check_instance", { instance: z.string() }),
    suggestionOf("request_instance", { scope: z.string(), instance: z.string() }),
    suggestionOf("extend_assignment", { assignment: z.string() }),
    suggestionOf("assign_permission", { change: suggestedChange }),
    suggestionOf("assign_role", { principal: z.string(), roles: z.array(z.string()), more: count }),
    suggestionOf("raise_ceiling", {
      account: z.string(),
      ceiling: z.array(z.string()),
      permission: z.string(),
    }),
    suggestionOf("provide_context", { missing: z.array(z.string()) }),
    suggestionOf("satisfy_condition", { condition: z.string(), reads: z.array(z.string()) }),
    suggestionOf("add_delegated_scope", { scope: z.string() }),
    suggestionOf("request_consent_again", {}),
    suggestionOf("use_authorization_code", {}),
  ])
  .meta({ title: "Suggestion", discriminator: { propertyName: "kind" } });

const within = z
  .union([
    z.strictObject({ ceiling: z.string() }).meta({ title: "WithinCeiling" }),
    z.strictObject({ via: grantPathSchema }).meta({ title: "WithinApplication" }),
  ])
  .meta({ title: "Within", description: "Of an access account: what its application has" });

export const allowedSchema = z.strictObject({
  via: grantPathSchema,
  within: within.optional(),
  expires_at: time.optional(),
});

const nearMiss = grantPathSchema.extend({ blocked_by: z.array(blocker) }).meta({ title: "NearMiss" });

export const deniedSchema = z.strictObject({
  reason: z.string(),
  near_misses: z.array(nearMiss),
  suggestions: z.array(suggestion),
});

export const explanationSchema = z
  .union([
    allowedSchema.extend({ allowed: z.literal(true), revision }).meta({ title: "AllowedExplanation" }),
    deniedSchema.extend({ allowed: z.literal(false), revision }).meta({ title: "DeniedExplanation" }),
  ])
  .meta({ title: "Explanation" });
