import { mayOpen } from "../auth/view-permissions.ts";
import type { IconName } from "../ui/icons.tsx";
import type { shellTexts } from "./texts.ts";

/** The key of a shell text that names a view. */
type Name = {
  [Key in keyof (typeof shellTexts)["en"]]: (typeof shellTexts)["en"][Key] extends string ? Key : never;
}[keyof (typeof shellTexts)["en"]];

export interface NavigationEntry {
  readonly name: Name;
  readonly to: string;
  readonly icon: IconName;
}

interface NavigationGroup {
  readonly heading?: Name;
  readonly entries: readonly NavigationEntry[];
}

const NAVIGATION: readonly NavigationGroup[] = [
  {
    entries: [
      { name: "home", to: "/", icon: "home" },
      { name: "applications", to: "/applications", icon: "application" },
      { name: "resources", to: "/resources", icon: "resource" },
    ],
  },
  {
    heading: "access",
    entries: [
      { name: "roles", to: "/roles", icon: "role" },
      { name: "groups", to: "/groups", icon: "group" },
      { name: "assignments", to: "/assignments", icon: "assignment" },
      { name: "check", to: "/check", icon: "access" },
      { name: "draft", to: "/draft", icon: "draft" },
    ],
  },
  {
    entries: [
      { name: "users", to: "/users", icon: "person" },
      { name: "playground", to: "/playground", icon: "playground" },
      { name: "activity", to: "/activity", icon: "activity" },
      { name: "settings", to: "/settings", icon: "settings" },
    ],
  },
];

/** Returns the navigation entries that this user may open. */
export const listPermittedNavigation = (): readonly NavigationGroup[] =>
  NAVIGATION.map((group) => ({ ...group, entries: group.entries.filter(({ to }) => mayOpen(to)) })).filter(
    ({ entries }) => entries.length > 0,
  );
