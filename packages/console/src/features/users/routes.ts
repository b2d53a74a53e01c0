import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import { parseChoice, parseTexts } from "../../values/parse-search.ts";

const users = createRoute({
  getParentRoute: () => rootRoute,
  path: "/users",
  validateSearch: parseTexts("q", "state", "sort"),
  component: lazyView(() => import("./users-page.tsx"), "UsersPage"),
});

// The console links to users by id, and every id begins with `usr_`, so this path is never a user.
const newUser = createRoute({
  getParentRoute: () => rootRoute,
  path: "/users/+new",
  component: lazyView(() => import("./new-user-page.tsx"), "NewUserPage"),
});

const user = createRoute({
  getParentRoute: () => rootRoute,
  path: "/users/$id",
  // The palette opens a page with the question of an action; the user still confirms it there.
  validateSearch: (search: Readonly<Record<string, unknown>>): { action?: "disable" | undefined } => ({
    action: parseChoice(search.action, ["disable"] as const),
  }),
  component: lazyView(() => import("./user-page.tsx"), "UserPage"),
});

const profile = createRoute({
  getParentRoute: () => user,
  path: "/",
  component: lazyView(() => import("./profile/profile-tab.tsx"), "ProfileTab"),
});

const access = createRoute({
  getParentRoute: () => user,
  path: "/access",
  component: lazyView(() => import("./access/access-tab.tsx"), "AccessTab"),
});

const permissions = createRoute({
  getParentRoute: () => user,
  path: "/permissions",
  validateSearch: parseTexts("resource", "at", "explain"),
  component: lazyView(() => import("./permissions/permissions-tab.tsx"), "PermissionsTab"),
});

const consents = createRoute({
  getParentRoute: () => user,
  path: "/consents",
  component: lazyView(() => import("./consents/consents-tab.tsx"), "ConsentsTab"),
});

const sessions = createRoute({
  getParentRoute: () => user,
  path: "/sessions",
  component: lazyView(() => import("./sessions/sessions-tab.tsx"), "SessionsTab"),
});

const history = createRoute({
  getParentRoute: () => user,
  path: "/history",
  component: lazyView(() => import("./history-tab.tsx"), "HistoryTab"),
});

export const userRoutes = [
  users,
  newUser,
  user.addChildren([profile, access, permissions, consents, sessions, history]),
] as const;
