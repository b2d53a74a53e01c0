import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.tsx";
import { readTexts } from "../assignments/read-search.ts";

const people = createRoute({
  getParentRoute: () => rootRoute,
  path: "/people",
  validateSearch: readTexts("q", "state"),
  component: lazyRouteComponent(() => import("./people-page.tsx"), "PeoplePage"),
});

// No id of a user begins with a plus, and `new` may be a username.
const newPerson = createRoute({
  getParentRoute: () => rootRoute,
  path: "/people/+new",
  component: lazyRouteComponent(() => import("./new-person-page.tsx"), "NewPersonPage"),
});

const person = createRoute({
  getParentRoute: () => rootRoute,
  path: "/people/$id",
  component: lazyRouteComponent(() => import("./person-page.tsx"), "PersonPage"),
});

const profile = createRoute({
  getParentRoute: () => person,
  path: "/",
  component: lazyRouteComponent(() => import("./profile/profile-tab.tsx"), "ProfileTab"),
});

const access = createRoute({
  getParentRoute: () => person,
  path: "/access",
  component: lazyRouteComponent(() => import("./access/access-tab.tsx"), "AccessTab"),
});

const permissions = createRoute({
  getParentRoute: () => person,
  path: "/permissions",
  validateSearch: readTexts("resource", "at", "explain"),
  component: lazyRouteComponent(() => import("./permissions/permissions-tab.tsx"), "PermissionsTab"),
});

const consents = createRoute({
  getParentRoute: () => person,
  path: "/consents",
  component: lazyRouteComponent(() => import("./consents/consents-tab.tsx"), "ConsentsTab"),
});

const sessions = createRoute({
  getParentRoute: () => person,
  path: "/sessions",
  component: lazyRouteComponent(() => import("./sessions/sessions-tab.tsx"), "SessionsTab"),
});

export const peopleRoutes = [
  people,
  newPerson,
  person.addChildren([profile, access, permissions, consents, sessions]),
] as const;
