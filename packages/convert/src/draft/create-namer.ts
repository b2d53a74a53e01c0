import {
  isActionName,
  isClientId,
  isCustomPermissionName,
  isGroupName,
  isResourceName,
  isRoleName,
} from "@licet/engine/internal/values/names.ts";
import type { Rules } from "../rules.ts";
import type { Notes } from "./create-notes.ts";

export type NameKind = "resource" | "action" | "permission" | "role" | "group" | "client_id" | "username";

/**
 * Gives everything of an export its name in Licet. A name that Licet accepts stays. In another one `:` and `/` become
 * `.`, each run of other characters becomes `_` (so do dots in the name of a resource), and what does not begin with a
 * letter gets `x_` in front. A name of which nothing is left is its kind. A second owner of a name gets `_2`.
 */
export interface Namer {
  /** Names what the export knows by this key. The same key gives the same name. */
  assign(kind: NameKind, key: string, wanted: string): string;
  /** The name that was assigned to the key; undefined if none was. */
  find(kind: NameKind, key: string): string | undefined;
}

interface NameForm {
  readonly isValid: (name: string) => boolean;
  readonly refused: RegExp;
  readonly maxLength: number;
}

const DOTTED = /[^A-Za-z0-9_.-]+/g;
const formsOf = ({ isUsername }: Rules): Readonly<Record<NameKind, NameForm>> => ({
  resource: { isValid: isResourceName, refused: /[^A-Za-z0-9_-]+/g, maxLength: 64 },
  action: { isValid: isActionName, refused: DOTTED, maxLength: 64 },
  permission: { isValid: isCustomPermissionName, refused: DOTTED, maxLength: 128 },
  role: { isValid: isRoleName, refused: DOTTED, maxLength: 128 },
  group: { isValid: isGroupName, refused: DOTTED, maxLength: 128 },
  client_id: { isValid: isClientId, refused: DOTTED, maxLength: 128 },
  username: { isValid: isUsername, refused: /[\p{C}\p{Z}*]+/gu, maxLength: 128 },
});

/** `scope` is added to the notes about names of actions, which belong to a resource. */
export function createNamer(notes: Notes, rules: Rules, scope = ""): Namer {
  const forms = formsOf(rules);
  const assigned = new Map<string, string>();
  const taken = new Set(Object.entries(rules.ownNames).map(([kind, name]) => `${kind} ${name}`));
  const numbers = new Map<string, number>();
  const findFree = (kind: NameKind, name: string): string => {
    let free = name;
    while (taken.has(`${kind} ${free}`)) {
      const number = (numbers.get(`${kind} ${name}`) ?? 1) + 1;
      numbers.set(`${kind} ${name}`, number);
      free = `${name.slice(0, forms[kind].maxLength - String(number).length - 1)}_${number}`;
    }
    return free;
  };
  return {
    find: (kind, key) => assigned.get(`${kind} ${key}`),
    assign(kind, key, wanted) {
      const known = assigned.get(`${kind} ${key}`);
      if (known !== undefined) return known;
      const name = findFree(kind, toValid(kind, forms[kind], wanted));
      assigned.set(`${kind} ${key}`, name);
      taken.add(`${kind} ${name}`);
      if (name !== wanted) notes.rename(`${kind}${scope}`, wanted, name);
      return name;
    },
  };
}

function toValid(kind: NameKind, { isValid, refused, maxLength }: NameForm, wanted: string): string {
  if (isValid(wanted)) return wanted;
  const letters = wanted.normalize("NFC").replaceAll(kind === "username" ? /(?!)/g : /[:/]+/g, ".");
  const name = letters
    .replaceAll(refused, "_")
    .replaceAll(/^[_.-]+|[_.-]+$/g, "")
    .slice(0, maxLength);
  if (isValid(name)) return name;
  const prefixed = name === "" ? kind : `x_${name}`.slice(0, maxLength);
  return isValid(prefixed) ? prefixed : kind;
}
