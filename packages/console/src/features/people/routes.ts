import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import { readTexts } from "../assignments/read-search.ts";

const people = createRoute({
  getParentRoute: () => rootRoute,
  path: "/people",
  validateSearch: readTexts("q", "state"),
  component: lazyView(() => import("./people-page.tsx"), "PeoplePage"),
});

// No id of a user begins with a plus, and `new` may be a username.
const newPerson = createRoute({
  getParentRoute: () => rootRoute,
  path: "/people/+new",
  component: lazyView(() => import("./new-person-page.tsx"), "NewPersonPage"),
});

const person = createRoute({
  getParentRoute: () => rootRoute,
  path: "/people/$id",
  component: lazyView(() => import("./person-page.tsx"), "PersonPage"),
});

const profile = createRoute({
  getParentRoute: () => person,
  path: "/",
  component: lazyView(() => import("./profile/profile-tab.tsx"), "ProfileTab"),
});

const access = createRoute({
  getParentRoute: () => person,
  path: "/access",
  component: lazyView(() => import("./access/access-tab.tsx"), "AccessTab"),
});

const permissions = createRoute({
  getParentRoute: () => person,
  path: "/permissions",
  validateSearch: readTexts("resource", "at", "explain"),
  component: lazyView(() => import("./permissions/permissions-tab.tsx"), "PermissionsTab"),
});

const consents = createRoute({
  getParentRoute: () => person,
  path: "/consents",
  component: lazyView(() => import("./consents/consents-tab.tsx"), "ConsentsTab"),
});

const sessions = createRoute({
  getParentRoute: () => person,
  path: "/sessions",
  component: lazyView(() => import("./sessions/sessions-tab.tsx"), "SessionsTab"),
});

export const peopleRoutes = [
  people,
  newPerson,
  person.addChildren([profile, access, permissions, consents, sessions]),
] as const;
