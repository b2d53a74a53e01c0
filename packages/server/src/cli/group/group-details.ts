import type { Assignment, Group } from "@licet/engine/entities.ts";
import { writeAssignment } from "@licet/engine/explain/write-explanation.ts";
import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import type { Services } from "../../services.ts";
import { formatAssigned, getPrincipalName } from "../format/assignment-text.ts";
import { formatColumns, formatTable } from "../format/output.ts";
import { getGroup } from "./change-group.ts";

export interface GroupDetails {
  readonly group: Group;
  readonly members: readonly string[];
  /** The group has more members than the list shows. */
  readonly more: boolean;
  /** The groups that contain this one. */
  readonly groups: readonly string[];
  readonly assignments: readonly Assignment[];
}

const MAX_MEMBERS = 1000;

export async function readGroup(
  services: Pick<Services, "storage" | "users">,
  text: string,
): Promise<GroupDetails> {
  const group = await getGroup(services, text);
  const { directory, permissions } = services.storage;
  const { items, next } = await directory.page("membership", {
    limit: MAX_MEMBERS,
    filter: { equals: { group: group.name } },
  });
  const principal = formatPrincipalKey("group", group.name);
  const above = await directory.page("membership", {
    limit: MAX_MEMBERS,
    filter: { equals: { member: principal } },
  });
  const members = await Promise.all(items.map(({ value }) => getPrincipalName(services, value.member)));
  return {
    group,
    members: members.toSorted(),
    more: next !== undefined,
    groups: above.items.map(({ value }) => value.group),
    assignments: (await permissions.listAssignments(principal)).value,
  };
}

/** The group as JSON data. */
export const describeGroup = ({ group, members, more, groups, assignments }: GroupDetails) => ({
  ...group,
  members,
  more_members: more,
  groups,
  assignments: assignments.map(writeAssignment),
});

/** The group as lines of text. */
export function formatGroup({ group, members, more, groups, assignments }: GroupDetails): readonly string[] {
  return [
    ...formatColumns([
      ["group", group.name],
      ...(group.description === undefined ? [] : [["description", group.description]]),
      ...(groups.length === 0 ? [] : [["is in", groups.join(", ")]]),
    ]),
    "",
    ...(members.length === 0
      ? ["It has no members."]
      : formatTable(
          ["MEMBER"],
          members.map((each) => [each]),
        )),
    ...(more ? ["… and others"] : []),
    "",
    ...(assignments.length === 0
      ? ["It has no assignments."]
      : formatTable(
          ["ASSIGNED", "ID"],
          assignments.map((assignment) => [formatAssigned(assignment), assignment.id]),
        )),
  ];
}
