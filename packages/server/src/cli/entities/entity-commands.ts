import type { Command } from "commander";
import { ConflictError, InvalidInputError } from "../../core/errors.ts";
import { type Entities, type EntityKind, kindOf } from "../../directory/kinds/kinds.ts";
import type { PutResult } from "../../management/create-writes.ts";
import type { Services } from "../../services.ts";
import type { SummaryLine } from "../../state/plan-changes.ts";
import type { CommandContext } from "../command-context.ts";
import {
  type CommandDefinition,
  defineCommand,
  type Options,
  type Printed,
  type Show,
} from "../define-command.ts";
import { CREATED_AGAIN } from "../format/applied-state.ts";
import { createOperator, type Flags, type WritingServices } from "../operator.ts";
import { type DeletionTexts, deleteEntity } from "./delete-entity.ts";
import { nounOf } from "./get-entity.ts";

/** How the commands of a kind name its entities. */
export interface EntityNaming<K extends EntityKind> {
  readonly kind: K;
  readonly argument: readonly [name: string, help: string];
  /** Throws InvalidInputError. */
  get(services: Pick<Services, "storage">, text: string): Promise<Entities[K]>;
  /** The members of the output that say which one it is. The first is its name in texts. */
  identify(value: Entities[K]): Readonly<Record<string, string>>;
  /** Licet's own entity of this kind, which stays. */
  readonly own?: string;
}

type Texts = Pick<CommandDefinition<never, never>, "summary" | "description" | "help">;

const nameOf = <K extends EntityKind>({ identify }: EntityNaming<K>, value: Entities[K]): string =>
  Object.values(identify(value))[0] ?? "";

export function defineShow<K extends EntityKind>(
  command: Command,
  context: CommandContext,
  { argument, get }: EntityNaming<K>,
  texts: Texts,
  show: Show<Entities[K]>,
): void {
  defineCommand(command, context, {
    ...texts,
    add: (it) => it.argument(...argument),
    run: async (services, _: Options, text: string) => show(services, await get(services, text)),
  });
}

/** Defines `disable` and `enable`. */
export function defineEnabled<K extends "application" | "access_account" | "user">(
  command: Command,
  context: CommandContext,
  naming: EntityNaming<K>,
  texts: Readonly<Record<"disable" | "enable", Texts>>,
): void {
  for (const verb of ["disable", "enable"] as const) {
    const enabled = verb === "enable";
    defineCommand(command.command(verb), context, {
      ...texts[verb],
      add: (it) => it.argument(...naming.argument),
      async run(services, _: Options, text: string) {
        const { before, effect, revision } = await changeEntity(services, naming, text, () => ({ enabled }));
        const name = nameOf(naming, before);
        return {
          document: { ...naming.identify(before), enabled, effect, revision },
          lines: [effect === "unchanged" ? `${name} was ${verb}d already` : `${name} is now ${verb}d`],
        };
      },
    });
  }
}

export function defineDelete<K extends EntityKind>(
  command: Command,
  context: CommandContext,
  naming: EntityNaming<K>,
  { cascade = CASCADE, ...texts }: Texts & { readonly cascade?: string },
  deletion?: DeletionTexts,
): void {
  const { kind, argument, get, identify, own } = naming;
  defineCommand(command, context, {
    ...texts,
    add: (it) => it.argument(...argument).option("--cascade", cascade),
    async run(services, options: Options & { readonly cascade?: boolean }, text: string) {
      const value = await get(services, text);
      const id = kindOf(kind).id(value);
      if (id === own) throw new InvalidInputError(`${id} is Licet's own ${nounOf(kind)} and stays`);
      const { document, lines } = await deleteEntity(
        services,
        { kind, id },
        options.cascade ?? false,
        deletion,
      );
      return { document: { ...identify(value), ...document }, lines };
    },
  });
}

/** Without it, a deletion of something in use fails and lists what would go with it. */
const CASCADE = "delete what depends on it as well, and remove it from what refers to it";

/** Changes the given keys of an entity, by the rules of a configuration file, and keeps all others. */
export async function changeEntity<K extends EntityKind>(
  services: WritingServices,
  { kind, get }: Pick<EntityNaming<K>, "kind" | "get">,
  text: string,
  change: (before: Entities[K]) => object,
): Promise<{
  readonly before: Entities[K];
  readonly effect: SummaryLine["effect"];
  readonly revision: number;
}> {
  let found: Entities[K] | undefined;
  const state = async () => {
    found = await get(services, text);
    // An access account at the top level of a state names its application.
    const owner = "applicationId" in found ? { application: found.applicationId } : {};
    const entry = { ...owner, ...kindOf(kind).toEntry(found), ...change(found) };
    return { [kindOf(kind).table]: [entry] };
  };
  const { effect, revision } = await createOperator(services).put({ kind, state });
  return { before: found as Entities[K], effect, revision };
}

interface NewEntity<T> {
  readonly state: object;
  /** The planner would change an entity that exists, so what this finds is refused. */
  readonly find: () => Promise<T | undefined>;
  readonly exists: (stored: T) => string;
  readonly flags?: Flags;
}

export async function createEntity<T>(
  services: WritingServices,
  kind: EntityKind,
  { state, find, exists, flags }: NewEntity<T>,
): Promise<PutResult & { readonly notes: readonly string[] }> {
  const read = async () => {
    const stored = await find();
    if (stored !== undefined) throw new ConflictError(exists(stored));
    return state;
  };
  const created = await createOperator(services).put({ kind, create: true, state: read }, flags);
  const isAgain = created.summary.some(({ again }) => again);
  return { ...created, notes: isAgain ? [CREATED_AGAIN] : [] };
}

/** The same for an entity that its creator names; `advice` says how one that exists is changed. */
export async function createNamed(
  services: WritingServices,
  kind: "group" | "resource" | "role",
  entry: { readonly name: string },
  advice: string,
): Promise<Printed> {
  const { name } = entry;
  const { notes, revision } = await createEntity(services, kind, {
    state: { [kindOf(kind).table]: [entry] },
    find: () => services.storage.state.find(kind, name) as Promise<object | undefined>,
    exists: () => `the ${kind} ${name} exists already; ${advice}`,
  });
  return { document: { [kind]: name, revision }, lines: [`the ${kind} ${name} was created`], notes };
}
