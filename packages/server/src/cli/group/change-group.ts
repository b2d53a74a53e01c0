import type { Group, Membership } from "@licet/engine/entities.ts";
import { ID_PREFIXES } from "@licet/engine/values/id-prefixes.ts";
import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import { ConflictError, InvalidInputError } from "../../core/errors.ts";
import { didYouMean } from "../../input/did-you-mean.ts";
import type { Services } from "../../services.ts";
import type { Change } from "../../state/change.ts";
import { commitDraft } from "../actions/commit-draft.ts";
import { getUser } from "../actions/get-user.ts";
import { planState } from "../actions/plan-state.ts";
import type { NamedMember } from "./parse-member.ts";

export interface NewGroup {
  readonly name: string;
  readonly description?: string;
  readonly member: readonly string[];
}

export async function getGroup({ storage }: Pick<Services, "storage">, text: string): Promise<Group> {
  const name = text.replace(/^group:/, "");
  const group = await storage.state.find("group", name);
  if (group) return group;
  const names = (await storage.state.list("group")).map((each) => each.name);
  throw new InvalidInputError(
    `there is no group ${name}${didYouMean(name, names) || "; licet group list shows them"}`,
  );
}

export async function createGroup(
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  { name, description, member }: NewGroup,
): Promise<{ readonly again: boolean; readonly revision: number }> {
  const group = { name, members: member, ...(description !== undefined && { description }) };
  const { summary, revision } = await commitDraft(services, async () => {
    const plan = await planState(services, { groups: [group] });
    if (plan.summary.some(({ effect }) => effect !== "created"))
      throw new ConflictError(`the group ${name} exists already; licet group add puts members into it`);
    return plan;
  });
  return { again: summary.some(({ again }) => again), revision };
}

export interface ChangedMembers {
  readonly group: string;
  /** The members that were added or removed. The others were so already. */
  readonly changed: readonly string[];
  readonly revision: number;
}

export async function addMembers(
  services: Pick<Services, "clock" | "plannerDependencies" | "storage">,
  text: string,
  members: readonly NamedMember[],
): Promise<ChangedMembers> {
  const { group, changed, revision } = await commitDraft(services, async () => {
    const { name } = await getGroup(services, text);
    const memberships = members.map((member) => ({ group: name, member: member.text }));
    const { changes, summary } = await planState(services, { memberships });
    const added = members.filter((_, index) => summary[index]?.effect === "created");
    return { group: name, changes, changed: added.map((member) => member.text) };
  });
  return { group, changed, revision };
}

export async function removeMembers(
  services: Pick<Services, "clock" | "storage">,
  text: string,
  members: readonly NamedMember[],
): Promise<ChangedMembers> {
  const { group, changed, revision } = await commitDraft(services, async () => {
    const { name } = await getGroup(services, text);
    const found = await Promise.all(members.map((member) => findMembership(services, name, member)));
    const changes = found.flatMap((value): Change[] =>
      value ? [{ op: "delete", kind: "membership", value }] : [],
    );
    const removed = members.filter((_, index) => found[index] !== undefined);
    return { group: name, changes, changed: removed.map((member) => member.text) };
  });
  return { group, changed, revision };
}

async function findMembership(
  services: Pick<Services, "storage">,
  group: string,
  { type, id, text }: NamedMember,
): Promise<Membership | undefined> {
  const isName = type === "user" && !id.startsWith(ID_PREFIXES.user);
  const member = isName ? formatPrincipalKey("user", (await getUser(services, id)).id) : text;
  return services.storage.state.find("membership", `${group}/${member}`);
}
