import { createRoute, redirect } from "@tanstack/react-router";
import { mayOpen } from "../../auth/view-permissions.ts";
import { viewAt } from "../../parts/view-at.ts";
import { rootRoute } from "../../root-route.tsx";

const TABS = [
  "/settings/keys",
  "/settings/tokens",
  "/settings/sign-in",
  "/settings/administrators",
  "/settings/about",
] as const;

const settings = viewAt(rootRoute, "/settings", () => import("./settings-page.tsx"));

const first = createRoute({
  getParentRoute: () => settings,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: TABS.find(mayOpen) ?? TABS[0], replace: true });
  },
});

const keys = viewAt(settings, "/keys", () => import("./keys/keys-tab.tsx"));
const tokens = viewAt(settings, "/tokens", () => import("./tokens-tab.tsx"));
const signIn = viewAt(settings, "/sign-in", () => import("./sign-in/sign-in-tab.tsx"));
const administrators = viewAt(settings, "/administrators", () => import("./administrators-tab.tsx"));
const about = viewAt(settings, "/about", () => import("./about-tab.tsx"));

export const settingsRoutes = [
  settings.addChildren([first, keys, tokens, signIn, administrators, about]),
] as const;
