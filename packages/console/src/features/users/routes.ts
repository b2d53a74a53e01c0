import { viewAt } from "../../parts/view-at.ts";
import { rootRoute } from "../../root-route.tsx";
import { parseChoice, parseTexts } from "../../values/parse-search.ts";

type Search = Readonly<Record<string, unknown>>;

/** The palette opens a page with the question of an action; the user still confirms it there. */
const parseAction = ({ action }: Search): { action?: "disable" | undefined } => ({
  action: parseChoice(action, ["disable"] as const),
});

const users = viewAt(rootRoute, "/users", () => import("./users-page.tsx"), parseTexts("q", "state", "sort"));
// The console links to users by id, and every id begins with `usr_`, so this path is never a user.
const newUser = viewAt(rootRoute, "/users/+new", () => import("./new-user-page.tsx"));
const user = viewAt(rootRoute, "/users/$id", () => import("./user-page.tsx"), parseAction);
const profile = viewAt(user, "/", () => import("./profile/profile-tab.tsx"));
const access = viewAt(user, "/access", () => import("./access/access-tab.tsx"));
const permissions = viewAt(
  user,
  "/permissions",
  () => import("./permissions/permissions-tab.tsx"),
  parseTexts("resource", "at", "explain"),
);
const consents = viewAt(user, "/consents", () => import("./consents/consents-tab.tsx"));
const sessions = viewAt(user, "/sessions", () => import("./sessions/sessions-tab.tsx"));
const history = viewAt(user, "/history", () => import("../../components/pages/history-tab.tsx"));

export const userRoutes = [
  users,
  newUser,
  user.addChildren([profile, access, permissions, consents, sessions, history]),
] as const;
