import type { Rules } from "../rules.ts";
import { cleanText } from "./clean-text.ts";
import { createNamer, type Namer } from "./create-namer.ts";
import { type ConversionReport, createNotes, type Notes } from "./create-notes.ts";
import { createResources, type DraftResource, type NewResource } from "./create-resources.ts";
import { createUsers, type NewUser } from "./create-users.ts";

/** A configuration file, and what is not in it. */
export interface Conversion {
  readonly content: Readonly<Record<string, readonly unknown[]>>;
  readonly report: ConversionReport;
}

export interface DraftRole {
  readonly name: string;
  readonly inherits: Set<string>;
  readonly grants: Set<string>;
}

export interface DraftGroup {
  readonly name: string;
  readonly members: Set<string>;
}

export type Given = { readonly role: string } | { readonly permission: string };

/** Collects the entries of a configuration file. Everything is found by the key that the export knows it by. */
export interface Draft {
  readonly rules: Rules;
  readonly notes: Notes;
  readonly names: Namer;
  addResource(key: string, resource: NewResource): DraftResource;
  findResource(key: string): DraftResource | undefined;
  /** `<resource>:*` of every resource so far. */
  everyPermission(): readonly string[];
  addPermission(wanted: string, description?: string): string;
  addRole(key: string, wanted: string, description?: string): DraftRole;
  findRole(key: string): DraftRole | undefined;
  findRoleByName(name: string): DraftRole | undefined;
  addGroup(key: string, wanted: string, description?: string): DraftGroup;
  findGroup(key: string): DraftGroup | undefined;
  /** Gives the username. */
  addUser(key: string, user: NewUser): string;
  findUser(key: string): string | undefined;
  addApplication(entry: Readonly<Record<string, unknown>>): void;
  /** Assigns to `user:alice`, `group:staff` or `application:shop`. The same twice counts once. */
  assign(principal: string, given: Given): void;
  finish(): Conversion;
}

/** `origin` is the name of the system in identifiers: `urn:keycloak:…`. */
export function createDraft(origin: string, rules: Rules): Draft {
  const notes = createNotes();
  const names = createNamer(notes, rules);
  const resources = createResources(origin, names, notes, rules);
  const users = createUsers(names, notes, rules);
  const permissions = new Map<string, unknown>();
  const roles = new Map<string, DraftRole & { readonly description?: string }>();
  const rolesByName = new Map<string, DraftRole>();
  const groups = new Map<string, DraftGroup & { readonly description?: string }>();
  const applications: Readonly<Record<string, unknown>>[] = [];
  const assignments = new Map<string, unknown>();
  return {
    rules,
    notes,
    names,
    addResource: resources.add,
    findResource: resources.find,
    everyPermission: () => resources.list().map(({ name }) => `${name}:*`),
    addPermission(wanted, description) {
      const name = names.assign("permission", wanted, wanted);
      if (!permissions.has(name))
        permissions.set(name, { name, description: cleanText(description, 1000) ?? name });
      return name;
    },
    addRole(key, wanted, description) {
      const name = names.assign("role", key, wanted);
      const role = { name, ...describe(description), inherits: new Set<string>(), grants: new Set<string>() };
      const added = roles.get(key) ?? role;
      roles.set(key, added);
      rolesByName.set(name, added);
      return added;
    },
    findRole: (key) => roles.get(key),
    findRoleByName: (name) => rolesByName.get(name),
    addGroup(key, wanted, description) {
      const name = names.assign("group", key, wanted);
      const added = groups.get(key) ?? { name, ...describe(description), members: new Set<string>() };
      groups.set(key, added);
      return added;
    },
    findGroup: (key) => groups.get(key),
    addUser: users.add,
    findUser: (key) => names.find("username", key),
    addApplication: (entry) => void applications.push(entry),
    assign: (principal, given) =>
      void assignments.set(JSON.stringify([principal, given]), { principal, ...given }),
    finish() {
      breakCycles([...roles.values()], notes, rules);
      const content = {
        resources: resources.entries(),
        permissions: [...permissions.values()],
        roles: [...roles.values()].map(({ inherits, grants, ...role }) => ({
          ...role,
          ...(inherits.size > 0 && { inherits: [...inherits] }),
          ...(grants.size > 0 && { grants: [...grants] }),
        })),
        users: users.entries(),
        groups: [...groups.values()].map(({ members, ...group }) => ({ ...group, members: [...members] })),
        applications,
        assignments: [...assignments.values()],
      };
      const filled = Object.entries(content).filter(([, entries]) => entries.length > 0);
      return { content: Object.fromEntries(filled), report: notes.report() };
    },
  };
}

function describe(text: string | undefined): { readonly description?: string } {
  const description = cleanText(text, 200);
  return description === undefined ? {} : { description };
}

/** Licet refuses roles that inherit each other. Without the last step of the cycle, a role gives less than before. */
function breakCycles(roles: readonly DraftRole[], notes: Notes, { findCycle }: Rules): void {
  const byName = new Map(roles.map((role) => [role.name, role]));
  const find = () => findCycle(byName.keys(), (name) => [...(byName.get(name)?.inherits ?? [])]);
  for (let cycle = find(); cycle !== undefined; cycle = find()) {
    const [from = "", to = ""] = cycle.slice(-2);
    byName.get(from)?.inherits.delete(to);
    notes.leaveOut(
      `role ${from} inheriting ${to}`,
      "the roles inherit each other, and Licet refuses cycles; give both the same grants",
    );
  }
}
