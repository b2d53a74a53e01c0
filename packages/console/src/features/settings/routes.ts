import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { rootRoute } from "../../root-route.tsx";

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("./settings-page.tsx"), "SettingsPage"),
});

const first = createRoute({
  getParentRoute: () => settings,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/settings/keys", replace: true });
  },
});

const keys = createRoute({
  getParentRoute: () => settings,
  path: "/keys",
  component: lazyRouteComponent(() => import("./keys/keys-tab.tsx"), "KeysTab"),
});

const tokens = createRoute({
  getParentRoute: () => settings,
  path: "/tokens",
  component: lazyRouteComponent(() => import("./tokens-tab.tsx"), "TokensTab"),
});

const signIn = createRoute({
  getParentRoute: () => settings,
  path: "/sign-in",
  component: lazyRouteComponent(() => import("./sign-in/sign-in-tab.tsx"), "SignInTab"),
});

const administrators = createRoute({
  getParentRoute: () => settings,
  path: "/administrators",
  component: lazyRouteComponent(() => import("./administrators-tab.tsx"), "AdministratorsTab"),
});

const about = createRoute({
  getParentRoute: () => settings,
  path: "/about",
  component: lazyRouteComponent(() => import("./about-tab.tsx"), "AboutTab"),
});

export const settingsRoutes = [
  settings.addChildren([first, keys, tokens, signIn, administrators, about]),
] as const;
