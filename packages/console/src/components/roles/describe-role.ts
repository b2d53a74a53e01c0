import type { RoleInput } from "../access/role.ts";
import type { rolesTexts } from "./texts.ts";

/** Describes a role as comparable lines, one per member. */
export const describeRole = (role: RoleInput, texts: (typeof rolesTexts)["en"]): readonly string[] => [
  ...(role.description === "" ? [] : [`${texts.descriptionLabel}: ${role.description}`]),
  ...role.inherits.map((name) => `${texts.inherits}: ${name}`),
  ...role.grants.map(({ permission, when }) =>
    when === "" ? permission : `${permission} ${texts.when} ${when}`,
  ),
];
