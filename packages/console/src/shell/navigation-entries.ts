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
  /** `g` and then this key lead to the view. */
  readonly key: string;
}

interface NavigationGroup {
  readonly heading?: Name;
  readonly entries: readonly NavigationEntry[];
}

const NAVIGATION: readonly NavigationGroup[] = [
  {
    entries: [
      { name: "home", to: "/", icon: "home", key: "h" },
      { name: "applications", to: "/applications", icon: "application", key: "a" },
      { name: "resources", to: "/resources", icon: "resource", key: "r" },
    ],
  },
  {
    heading: "access",
    entries: [
      { name: "roles", to: "/roles", icon: "role", key: "o" },
      { name: "groups", to: "/groups", icon: "group", key: "g" },
      { name: "assignments", to: "/assignments", icon: "assignment", key: "i" },
      { name: "check", to: "/check", icon: "access", key: "c" },
      { name: "draft", to: "/draft", icon: "draft", key: "d" },
    ],
  },
  {
    entries: [
      { name: "users", to: "/users", icon: "person", key: "u" },
      { name: "playground", to: "/playground", icon: "playground", key: "p" },
      { name: "activity", to: "/activity", icon: "activity", key: "y" },
      { name: "settings", to: "/settings", icon: "settings", key: "s" },
    ],
  },
];

/** Returns the navigation entries that this user may open. */
export const listPermittedNavigation = (): readonly NavigationGroup[] =>
  NAVIGATION.map((group) => ({ ...group, entries: group.entries.filter(({ to }) => mayOpen(to)) })).filter(
    ({ entries }) => entries.length > 0,
  );
