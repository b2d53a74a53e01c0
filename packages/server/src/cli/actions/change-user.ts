import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import type { User } from "../../accounts/entities.ts";
import { ConflictError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import { createPasswordHasher } from "../../state/password-hasher.ts";
import type { SummaryLine } from "../../state/plan-changes.ts";
import { commitDraft } from "./commit-draft.ts";
import { getUser } from "./get-user.ts";
import { planState } from "./plan-state.ts";

export interface NewUser {
  readonly username: string;
  readonly email?: string;
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly group: readonly string[];
  readonly password?: string;
}

export interface WrittenUser {
  readonly id: string;
  readonly username: string;
  readonly effect: SummaryLine["effect"];
  /** A deleted user had this name. */
  readonly again: boolean;
  readonly revision: number;
}

export async function createUser(
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  { username, email, name, attributes, group, password }: NewUser,
): Promise<WrittenUser> {
  const user = {
    username,
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(attributes !== undefined && { attributes }),
    ...(password !== undefined && { password }),
  };
  const memberships = group.map((each) => ({ group: each, member: formatPrincipalKey("user", username) }));
  return writeUser(services, async () => {
    // The planner would update a user that exists, so this check comes first.
    if (await services.storage.state.findUserByUsername(username))
      throw new ConflictError(`the user ${username} exists already`);
    return { users: [user], memberships };
  });
}

/** Changes the given fields of a user and keeps all others. */
export function changeUser(
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  user: string,
  change: { readonly enabled: boolean } | { readonly password: string },
): Promise<WrittenUser> {
  return writeUser(services, async () => ({
    users: [{ ...asEntry(await getUser(services, user)), ...change }],
  }));
}

const asEntry = ({ passwordHash: _, ...user }: User) => user;

async function writeUser(
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  wanted: () => Promise<unknown>,
): Promise<WrittenUser> {
  // Outside the attempts: hashing is slow, so another write could overtake every attempt.
  const hashPassword = createPasswordHasher();
  const { summary, revision } = await commitDraft(services, async () =>
    planState(services, await wanted(), hashPassword),
  );
  const line = summary.find(({ kind }) => kind === "user");
  return {
    id: line?.id ?? "",
    username: line?.name ?? "",
    effect: line?.effect ?? "unchanged",
    again: line?.again ?? false,
    revision,
  };
}
