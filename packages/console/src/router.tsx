import { createRouter } from "@tanstack/react-router";
import { activityRoutes } from "./features/activity/routes.ts";
import { applicationsRoutes } from "./features/applications/routes.ts";
import { assignmentsRoutes } from "./features/assignments/routes.ts";
import { checkRoutes } from "./features/check/routes.ts";
import { draftRoutes } from "./features/draft/routes.ts";
import { galleryRoutes } from "./features/gallery/routes.ts";
import { groupsRoutes } from "./features/groups/routes.ts";
import { homeRoutes } from "./features/home/routes.ts";
import { playgroundRoutes } from "./features/playground/routes.ts";
import { resourcesRoutes } from "./features/resources/routes.ts";
import { rolesRoutes } from "./features/roles/routes.ts";
import { settingsRoutes } from "./features/settings/routes.ts";
import { userRoutes } from "./features/users/routes.ts";
import { BrokenView } from "./parts/broken-view.tsx";
import { rootRoute } from "./root-route.tsx";

const routeTree = rootRoute.addChildren([
  ...homeRoutes,
  ...applicationsRoutes,
  ...resourcesRoutes,
  ...rolesRoutes,
  ...groupsRoutes,
  ...assignmentsRoutes,
  ...checkRoutes,
  ...draftRoutes,
  ...userRoutes,
  ...playgroundRoutes,
  ...activityRoutes,
  ...settingsRoutes,
  ...galleryRoutes,
]);

export const router = createRouter({
  routeTree,
  basepath: "/console",
  defaultPreload: "intent",
  defaultErrorComponent: BrokenView,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
