import { mayOpen } from "../../auth/view-permissions.ts";
import { newPlaceOf, PAGES, type PageKind } from "../../components/kinds/pages.ts";
import { actionTexts } from "./action-texts.ts";
import { mayRun } from "./may-run.ts";
import type { PaletteHit } from "./palette-hit.ts";

type Texts = (typeof actionTexts)["en"];

const CREATED = Object.keys(PAGES) as readonly PageKind[];

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
    ...CREATED.filter(
      (kind) => mayOpen(newPlaceOf(kind).to) && matches(texts.create[kind], en.create[kind]),
    ).map((kind) => ({ label: texts.create[kind], icon: PAGES[kind].icon, place: newPlaceOf(kind) })),
    ...COMMANDS.filter(({ kind }) => mayRun(kind) && matches(texts.commands[kind], en.commands[kind])).map(
      ({ kind, icon }) => ({ label: texts.commands[kind], icon, completion: texts.type[kind] }),
    ),
    ...(matches(texts.keys, en.keys) ? [{ label: texts.keys, icon: "info", shows: "keys" } as const] : []),
  ];
}
