import { z } from "zod";
import type { Mend } from "../../permissions/explanation.ts";

/** Explanations as `write-explanation.ts` writes them, for the description of the API. */

const condition = z.object({
  of: z.enum(["assignment", "role"]),
  source: z.string(),
  outcome: z.enum(["true", "false", "missing"]),
  values: z.record(z.string(), z.unknown()),
  missing: z.array(z.string()),
  /** The inputs whose values are left out, because the token may not read them. */
  values_withheld: z.array(z.object({ input: z.string(), lacking: z.array(z.string()) })).optional(),
});

const assignment = z.object({
  id: z.string(),
  principal: z.string(),
  role: z.string().optional(),
  permission: z.string().optional(),
  at: z.string().optional(),
  when: z.string().optional(),
  expires_at: z.iso.datetime().optional(),
});

/** From the subject to the grant. */
export const waySchema = z.object({
  principals: z.array(z.string()),
  assignment,
  instances: z.array(z.string()),
  permission: z.string(),
  roles: z.array(z.string()),
  grant: z.string(),
  conditions: z.array(condition),
});

const obstacle = z.union([
  z.object({ kind: z.literal("expired"), expired_at: z.iso.datetime() }),
  z.object({ kind: z.literal("elsewhere"), at: z.string() }),
  z.object({ kind: z.literal("condition"), condition }),
]);

const suggestedAssignment = z.object({
  principal: z.string(),
  permission: z.string(),
  at: z.string().optional(),
});

/** What would help: `text` says it in English, the other members are what it speaks of. */
const mendOf = <Kind extends Mend["kind"], Members extends z.ZodRawShape>(
  kind: Kind | readonly [Kind, Kind],
  members: Members,
) =>
  z.object({ text: z.string(), kind: typeof kind === "string" ? z.literal(kind) : z.enum(kind), ...members });

const mend = z.union([
  mendOf(["unknown_subject", "enable_subject"], { subject: z.string() }),
  mendOf("other_permissions", { resource: z.string(), permissions: z.array(z.string()) }),
  mendOf("unknown_permission", { permission: z.string(), nearest: z.string().optional() }),
  mendOf(["no_instance", "no_resource"], {}),
  mendOf("instance_of", { resource: z.string() }),
  mendOf("resource_of", { identifier: z.string() }),
  mendOf("request_separately", { identifier: z.string() }),
  mendOf("ask_about", { instance: z.string() }),
  mendOf("ask_for", { scope: z.string(), instance: z.string() }),
  mendOf("prolong", { assignment: z.string() }),
  mendOf("assign", { change: z.object({ assignments: z.array(suggestedAssignment) }) }),
  mendOf("give_role", { principal: z.string(), roles: z.array(z.string()), more: z.int() }),
  mendOf("raise_ceiling", { account: z.string(), ceiling: z.array(z.string()), permission: z.string() }),
  mendOf("bring", { missing: z.array(z.string()) }),
  mendOf("satisfy", { condition: z.string(), reads: z.array(z.string()) }),
  mendOf("delegate", { scope: z.string() }),
  mendOf(["ask_user_again", "act_for_user"], {}),
]);

export const allowedSchema = z.object({
  via: waySchema,
  within: z.union([z.object({ ceiling: z.string() }), z.object({ via: waySchema })]).optional(),
  expires_at: z.iso.datetime().optional(),
});

export const deniedSchema = z.object({
  reason: z.string(),
  near_misses: z.array(waySchema.extend({ obstacles: z.array(obstacle) })),
  mends: z.array(mend),
});

export const explanationSchema = z.union([
  allowedSchema.extend({ allowed: z.literal(true), revision: z.int() }),
  deniedSchema.extend({ allowed: z.literal(false), revision: z.int() }),
]);
