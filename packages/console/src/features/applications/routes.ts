import { createRoute } from "@tanstack/react-router";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";
import { parseChoice, parseText } from "../../values/parse-search.ts";
import { APPLICATION_TYPES, type ApplicationType } from "./application.ts";

type Search = Readonly<Record<string, unknown>>;
const STATES = ["enabled", "disabled"] as const;
const typeIn = (search: Search): ApplicationType | undefined => parseChoice(search.type, APPLICATION_TYPES);

const applications = createRoute({
  getParentRoute: () => rootRoute,
  path: "/applications",
  validateSearch: (
    search: Search,
  ): Partial<{
    search: string | undefined;
    type: ApplicationType | undefined;
    state: (typeof STATES)[number] | undefined;
    sort: string | undefined;
  }> => ({
    search: parseText(search.search),
    type: typeIn(search),
    state: parseChoice(search.state, STATES),
    sort: parseText(search.sort),
  }),
  component: lazyView(() => import("./applications-page.tsx"), "ApplicationsPage"),
});

// A client id begins with a letter or a digit, so a path segment with a plus cannot be an application.
const newApplication = createRoute({
  getParentRoute: () => rootRoute,
  path: "/applications/+new",
  validateSearch: (search: Search): { type?: ApplicationType | undefined } => ({ type: typeIn(search) }),
  component: lazyView(() => import("./new-application-page.tsx"), "NewApplicationPage"),
});

const application = createRoute({
  getParentRoute: () => rootRoute,
  path: "/applications/$clientId",
  component: lazyView(() => import("./application-page.tsx"), "ApplicationPage"),
});

const overview = createRoute({
  getParentRoute: () => application,
  path: "/",
  component: lazyView(() => import("./overview/overview-tab.tsx"), "OverviewTab"),
});

const credentials = createRoute({
  getParentRoute: () => application,
  path: "/credentials",
  validateSearch: (
    search: Search,
  ): Partial<{
    search: string | undefined;
    state: (typeof STATES)[number] | undefined;
    sort: string | undefined;
    /** The access account that is open beside the list. */
    account: string | undefined;
    /** The palette opens the tab with the dialog for a new secret. */
    action: "add-secret" | undefined;
  }> => ({
    search: parseText(search.search),
    state: parseChoice(search.state, STATES),
    sort: parseText(search.sort),
    account: parseText(search.account),
    action: parseChoice(search.action, ["add-secret"] as const),
  }),
  component: lazyView(() => import("./credentials/credentials-tab.tsx"), "CredentialsTab"),
});

const permissions = createRoute({
  getParentRoute: () => application,
  path: "/permissions",
  component: lazyView(() => import("./permissions/permissions-tab.tsx"), "PermissionsTab"),
});

const redirects = createRoute({
  getParentRoute: () => application,
  path: "/redirects",
  component: lazyView(() => import("./redirects/redirects-tab.tsx"), "RedirectsTab"),
});

const activity = createRoute({
  getParentRoute: () => application,
  path: "/activity",
  validateSearch: (
    search: Search,
  ): Partial<{
    by: "actor" | "target" | undefined;
    type: string | undefined;
  }> => ({ by: parseChoice(search.by, ["actor", "target"] as const), type: parseText(search.type) }),
  component: lazyView(() => import("./activity/activity-tab.tsx"), "ActivityTab"),
});

const history = createRoute({
  getParentRoute: () => application,
  path: "/history",
  component: lazyView(() => import("./history-tab.tsx"), "HistoryTab"),
});

export const applicationsRoutes = [
  applications,
  newApplication,
  application.addChildren([overview, credentials, permissions, redirects, activity, history]),
] as const;
