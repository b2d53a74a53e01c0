import type { LicetPermission } from "../../auth/licet-permission.ts";
import { may } from "../../auth/may.ts";
import type { Command } from "./parse-command.ts";

/** What an action and the search for its parts need. */
const NEEDS: Record<Command["kind"], readonly LicetPermission[]> = {
  assign: ["assignments.write", "roles.read", "users.read"],
  rotate: ["applications.read", "applications.write"],
  disable: ["users.read", "users.write"],
};

export const mayRun = (kind: Command["kind"]): boolean => NEEDS[kind].every(may);
