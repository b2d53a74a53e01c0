import { createRoute, redirect } from "@tanstack/react-router";
import { mayOpen } from "../../auth/view-permissions.ts";
import { lazyView } from "../../parts/lazy-view.tsx";
import { rootRoute } from "../../root-route.tsx";

const TABS = [
  "/settings/keys",
  "/settings/tokens",
  "/settings/sign-in",
  "/settings/administrators",
  "/settings/about",
] as const;

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings",
  component: lazyView(() => import("./settings-page.tsx"), "SettingsPage"),
});

const first = createRoute({
  getParentRoute: () => settings,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: TABS.find(mayOpen) ?? TABS[0], replace: true });
  },
});

const keys = createRoute({
  getParentRoute: () => settings,
  path: "/keys",
  component: lazyView(() => import("./keys/keys-tab.tsx"), "KeysTab"),
});

const tokens = createRoute({
  getParentRoute: () => settings,
  path: "/tokens",
  component: lazyView(() => import("./tokens-tab.tsx"), "TokensTab"),
});

const signIn = createRoute({
  getParentRoute: () => settings,
  path: "/sign-in",
  component: lazyView(() => import("./sign-in/sign-in-tab.tsx"), "SignInTab"),
});

const administrators = createRoute({
  getParentRoute: () => settings,
  path: "/administrators",
  component: lazyView(() => import("./administrators-tab.tsx"), "AdministratorsTab"),
});

const about = createRoute({
  getParentRoute: () => settings,
  path: "/about",
  component: lazyView(() => import("./about-tab.tsx"), "AboutTab"),
});

export const settingsRoutes = [
  settings.addChildren([first, keys, tokens, signIn, administrators, about]),
] as const;
