import { mayOpen } from "../../auth/view-permissions.ts";
import type { IconName } from "../../ui/icons.tsx";
import { actionTexts } from "./action-texts.ts";
import { mayRun } from "./may-run.ts";
import type { PaletteHit } from "./palette-hit.ts";

type Texts = (typeof actionTexts)["en"];

const CREATE: readonly {
  readonly name: keyof Texts["create"];
  readonly to: string;
  readonly icon: IconName;
}[] = [
  { name: "application", to: "/applications/+new", icon: "application" },
  { name: "resource", to: "/resources/+new", icon: "resource" },
  { name: "role", to: "/roles/+new", icon: "role" },
  { name: "group", to: "/groups/+new", icon: "group" },
  { name: "user", to: "/users/+new", icon: "person" },
];

const COMMANDS = [
  { kind: "assign", icon: "assignment" },
  { kind: "rotate", icon: "key" },
  { kind: "disable", icon: "blocked" },
] as const;

/** Returns the actions that this user may run and whose name has every typed word, in either language. */
export function listActions(typed: string, texts: Texts): readonly PaletteHit[] {
  const words = typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const matches = (...names: readonly string[]) =>
    names.some((name) => words.every((word) => name.toLocaleLowerCase().includes(word)));
  const { en } = actionTexts;
  return [
    ...CREATE.filter(({ to, name }) => mayOpen(to) && matches(texts.create[name], en.create[name])).map(
      ({ name, to, icon }) => ({ label: texts.create[name], icon, place: { to } }),
    ),
    ...COMMANDS.filter(({ kind }) => mayRun(kind) && matches(texts.commands[kind], en.commands[kind])).map(
      ({ kind, icon }) => ({ label: texts.commands[kind], icon, completion: texts.type[kind] }),
    ),
    ...(matches(texts.keys, en.keys) ? [{ label: texts.keys, icon: "info", shows: "keys" } as const] : []),
  ];
}
