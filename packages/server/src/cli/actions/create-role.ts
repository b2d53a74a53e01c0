import type { Grant } from "@licet/engine/entities.ts";
import { ConflictError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import { commitDraft } from "./commit-draft.ts";
import { planState } from "./plan-state.ts";

export interface NewRole {
  readonly name: string;
  readonly grant?: readonly Grant[];
  readonly inherit: readonly string[];
  readonly description?: string;
}

/** `orders:read`, or `orders:refund when subject.…`. Names of permissions have no spaces. */
export function parseGrant(text: string): Grant {
  const [permission = "", when] = text.split(/\s+when\s+(.*)/s);
  return when === undefined ? { permission } : { permission, when };
}

export function createRole(
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  { name, grant = [], inherit, description }: NewRole,
): Promise<{ readonly revision: number }> {
  const role = { name, inherits: inherit, grants: grant, ...(description !== undefined && { description }) };
  return commitDraft(services, async () => {
    const plan = await planState(services, { roles: [role] });
    if (plan.summary.some(({ effect }) => effect !== "created"))
      throw new ConflictError(`the role ${name} exists already; change it with licet apply`);
    return plan;
  });
}
