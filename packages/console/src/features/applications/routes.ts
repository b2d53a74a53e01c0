import { viewAt } from "../../parts/view-at.ts";
import { rootRoute } from "../../root-route.tsx";
import { parseChoice, parseText, parseTexts } from "../../values/parse-search.ts";
import { APPLICATION_TYPES, type ApplicationType } from "./application.ts";

type Search = Readonly<Record<string, unknown>>;

const parseType = ({ type }: Search) => parseChoice(type, APPLICATION_TYPES);
const parseState = ({ state }: Search) => parseChoice(state, ["enabled", "disabled"] as const);

const parseNew = (search: Search): { type?: ApplicationType | undefined } => ({ type: parseType(search) });

/** A member that is undefined leaves the address. */
type Known<Name extends string> = { readonly [name in Name]?: string | undefined };

const parseList = (search: Search): Known<"search" | "type" | "state" | "sort"> => ({
  ...parseTexts("search", "sort")(search),
  type: parseType(search),
  state: parseState(search),
});

/** `account` is open beside the list. The palette opens the tab with the dialog for a new secret. */
const parseCredentials = (search: Search): Known<"search" | "state" | "sort" | "account" | "action"> => ({
  ...parseTexts("search", "sort", "account")(search),
  state: parseState(search),
  action: parseChoice(search.action, ["add-secret"] as const),
});

const parseActivity = ({
  by,
  type,
}: Search): Partial<{ by: "actor" | "target" | undefined; type: string | undefined }> => ({
  by: parseChoice(by, ["actor", "target"] as const),
  type: parseText(type),
});

const applications = viewAt(rootRoute, "/applications", () => import("./applications-page.tsx"), parseList);
// A client id begins with a letter or a digit, so a path segment with a plus cannot be an application.
const newApplication = viewAt(
  rootRoute,
  "/applications/+new",
  () => import("./new-application-page.tsx"),
  parseNew,
);
const application = viewAt(rootRoute, "/applications/$clientId", () => import("./application-page.tsx"));
const overview = viewAt(application, "/", () => import("./overview/overview-tab.tsx"));
const credentials = viewAt(
  application,
  "/credentials",
  () => import("./credentials/credentials-tab.tsx"),
  parseCredentials,
);
const permissions = viewAt(application, "/permissions", () => import("./permissions/permissions-tab.tsx"));
const redirects = viewAt(application, "/redirects", () => import("./redirects/redirects-tab.tsx"));
const activity = viewAt(application, "/activity", () => import("./activity/activity-tab.tsx"), parseActivity);
const history = viewAt(application, "/history", () => import("../../components/pages/history-tab.tsx"));

export const applicationsRoutes = [
  applications,
  newApplication,
  application.addChildren([overview, credentials, permissions, redirects, activity, history]),
] as const;
