import { arrow, box, drawing, text } from "./svg.ts";

interface Texts {
  readonly title: string;
  readonly columns: readonly [principals: string, roles: string, permissions: string];
  readonly user: string;
  readonly group: string;
  readonly role: string;
  readonly member: string;
  readonly assignment: string;
  readonly inherits: string;
  readonly grants: string;
}

const ROW = { first: 50, second: 170, height: 56 };
const PRINCIPALS = { x: 20, width: 170 };
const ROLES = { x: 310, width: 150 };
const PERMISSIONS = { x: 560, width: 140 };

/** Principals, the roles that are assigned to them, and the permissions that roles give. */
export function drawRolesAndAssignments(texts: Texts): string {
  const [first, second] = [ROW.first + ROW.height / 2, ROW.second + ROW.height / 2];
  const label = (x: number, y: number, line: string) =>
    text({ x, y }, line, { align: "middle", style: "note" });
  const across = (from: number, to: number, y: number, kind: "plain" | "accent" = "plain") =>
    arrow(
      [
        { x: from, y },
        { x: to, y },
      ],
      kind,
    );
  const down = (x: number) =>
    arrow([
      { x, y: ROW.first + ROW.height },
      { x, y: ROW.second },
    ]);
  const end = (area: { x: number; width: number }) => area.x + area.width;
  const middle = (area: { x: number; width: number }) => area.x + area.width / 2;
  return drawing({ width: 720, height: 250 }, texts.title, [
    ...[PRINCIPALS, ROLES, PERMISSIONS].map((area, index) =>
      text({ x: middle(area), y: 22 }, texts.columns[index] ?? "", { align: "middle", style: "note" }),
    ),
    box({ ...PRINCIPALS, y: ROW.first, height: ROW.height }, [texts.user, "`user:alice`"]),
    box({ ...PRINCIPALS, y: ROW.second, height: ROW.height }, [texts.group, "`group:staff`"]),
    box({ ...ROLES, y: ROW.first, height: ROW.height }, [texts.role, "`clerk`"]),
    box({ ...ROLES, y: ROW.second, height: ROW.height }, [texts.role, "`viewer`"]),
    box({ ...PERMISSIONS, y: ROW.first, height: ROW.height }, ["`orders:write`"], "good"),
    box({ ...PERMISSIONS, y: ROW.second, height: ROW.height }, ["`orders:read`"], "good"),
    across(end(PRINCIPALS), ROLES.x, first, "accent"),
    across(end(PRINCIPALS), ROLES.x, second, "accent"),
    across(end(ROLES), PERMISSIONS.x, first),
    across(end(ROLES), PERMISSIONS.x, second),
    down(middle(PRINCIPALS)),
    down(middle(ROLES)),
    label((end(PRINCIPALS) + ROLES.x) / 2, first - 12, texts.assignment),
    label((end(PRINCIPALS) + ROLES.x) / 2, second - 12, texts.assignment),
    label((end(ROLES) + PERMISSIONS.x) / 2, first - 12, texts.grants),
    label((end(ROLES) + PERMISSIONS.x) / 2, second - 12, texts.grants),
    text({ x: middle(PRINCIPALS) + 8, y: 138 }, texts.member, { style: "note" }),
    text({ x: middle(ROLES) + 8, y: 138 }, texts.inherits, { style: "note" }),
  ]);
}

export const ROLES_AND_ASSIGNMENTS = {
  en: {
    title: "Alice gets the role clerk by an assignment, and viewer from clerk and from her group",
    columns: ["principals", "roles", "permissions"],
    user: "User",
    group: "Group",
    role: "Role",
    member: "is a member of",
    assignment: "assignment",
    inherits: "inherits",
    grants: "grants",
  },
  zh: {
    title: "Alice 通过授权获得角色 clerk，又从 clerk 和她的用户组获得 viewer",
    columns: ["主体", "角色", "权限"],
    user: "用户",
    group: "用户组",
    role: "角色",
    member: "是其成员",
    assignment: "授权",
    inherits: "继承",
    grants: "给予",
  },
} as const satisfies Record<string, Texts>;
