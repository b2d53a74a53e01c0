import type { Command, Option } from "commander";
import { ConflictError, InvalidInputError } from "../../core/errors/errors.ts";
import { type Entities, type EntityKind, kindOf } from "../../directory/kinds/kinds.ts";
import type { SummaryLine } from "../../directory/plan/plan-changes.ts";
import type { PutResult } from "../../directory/write/create-writes.ts";
import type { CommandContext } from "../command-context.ts";
import {
  type CommandDefinition,
  type CommandServices,
  defineCommand,
  type Options,
  type Printed,
} from "../define-command.ts";
import { CREATED_AGAIN } from "../format/applied-state.ts";
import { type Columns, formatRows } from "../format/output.ts";
import { createOperator, type Flags, type WritingServices } from "../operator.ts";
import { type DeletionTexts, deleteEntity } from "./delete-entity.ts";
import { getEntity, NAMES, type NamedKind, nounOf } from "./get-entity.ts";

/** What the help says about a command. Where it has no examples, the command is shown with the example of its kind. */
type Texts = Pick<CommandDefinition<never, never>, "summary" | "description"> & {
  readonly help?: string | readonly string[];
};

/** An entry of a state, by the names of a configuration file. */
type Entry = Readonly<Record<string, unknown>>;

interface ListDefinition<K extends NamedKind, O, T> extends Texts {
  readonly add?: (command: Command) => unknown;
  readonly read: (services: CommandServices, options: O) => Promise<readonly Entities[K][]>;
  /** The entity as JSON data; as it is when left out. */
  readonly describe?: (value: Entities[K]) => T;
  readonly columns: (services: CommandServices) => Columns<Entities[K]>;
}

interface ShowDefinition<K extends NamedKind> extends Texts {
  readonly read: (services: CommandServices, value: Entities[K]) => Promise<Printed>;
}

interface DeleteDefinition extends Texts {
  /** What the option says, and the words for what goes with it, where a kind has its own. */
  readonly cascade?: string;
  readonly words?: DeletionTexts;
}

interface CreateDefinition<O> extends Pick<CommandDefinition<O, never>, "summary" | "description" | "help"> {
  /** The argument, and the member of the entry that it gives. */
  readonly argument?: readonly [member: string, name: string, help: string];
  /** The options by the members of the entry that they give. */
  readonly members: Readonly<Record<string, Option>>;
  /** The members that an entry needs although no option gives them. */
  readonly defaults?: Entry;
  /** Says how an entity that exists is changed. */
  readonly advice?: string;
  /** For a kind that does more than to store the entry. */
  readonly run?: (services: CommandServices, entry: Entry, options: O) => Promise<Printed>;
  readonly add?: (command: Command) => Command;
  readonly createsDatabase?: false;
}

/** The commands that entities of every kind have. What a kind has beside them, it defines itself. */
export function createEntityCommands<K extends NamedKind>(parent: Command, context: CommandContext, kind: K) {
  const { command: word, argument, example, identify, own } = NAMES[kind];
  const { table, id: idOf } = kindOf(kind);
  /** Defines a command whose first argument names an entity. */
  const defineNamed = <O extends Options, A extends readonly [name: string, ...rest: unknown[]]>(
    verb: string,
    { add = (it) => it, ...definition }: Omit<CommandDefinition<O, A>, "help"> & Texts,
  ) =>
    defineCommand(parent.command(verb), context, {
      help: [`licet ${word} ${verb} ${example}`],
      ...definition,
      add: (it) => add(it.argument(...argument)),
    });

  return {
    defineNamed,
    list<O extends Options, T>({ read, describe, columns, ...texts }: ListDefinition<K, O, T>): void {
      defineCommand(parent.command("list"), context, {
        help: [`licet ${word} list`],
        ...texts,
        async run(services, options: O) {
          const found = await read(services, options);
          const document = { [table]: describe ? found.map(describe) : found };
          return { document, lines: formatRows(found, columns(services)) };
        },
      });
    },
    show({ read, ...texts }: ShowDefinition<K>): void {
      defineNamed("show", {
        ...texts,
        run: async (services, _: Options, name: string) =>
          read(services, await getEntity(services, kind, name)),
      });
    },
    create<O extends Options>(definition: CreateDefinition<O>): void {
      const {
        argument: named,
        members,
        defaults,
        advice = "",
        add = (it) => it,
        createsDatabase,
        ...texts
      } = definition;
      const run = definition.run ?? ((services, entry) => createNamed(services, kind, entry, advice));
      defineCommand(parent.command("create"), context, {
        ...texts,
        createsDatabase: createsDatabase ?? true,
        add(it) {
          if (named) it.argument(named[1], named[2]);
          for (const option of Object.values(members)) it.addOption(option);
          add(it);
        },
        run(services, options: O, ...name: readonly unknown[]) {
          const values = Object.entries(members).flatMap(([member, option]) => {
            const value = options[option.attributeName()];
            return value === undefined ? [] : [[member, value]];
          });
          const entry = { ...defaults, ...(named && { [named[0]]: name[0] }), ...Object.fromEntries(values) };
          return run(services, entry, options);
        },
      });
    },
    /** Defines `disable` and `enable`, for a kind that has `enabled`. */
    switches(texts: Readonly<Record<"disable" | "enable", Texts>>): void {
      for (const verb of ["disable", "enable"] as const)
        defineNamed(verb, {
          ...texts[verb],
          async run(services, _: Options, text: string) {
            const enabled = verb === "enable";
            const done = await changeEntity(services, kind, text, () => ({ enabled }));
            const { before, effect, revision } = done;
            const [name] = Object.values(identify(before));
            return {
              document: { ...identify(before), enabled, effect, revision },
              lines: [effect === "unchanged" ? `${name} was ${verb}d already` : `${name} is now ${verb}d`],
            };
          },
        });
    },
    delete({ cascade = CASCADE, words, ...texts }: DeleteDefinition): void {
      const help = `licet ${word} delete ${example}`;
      defineNamed("delete", {
        help: [help, `${help} --cascade`],
        ...texts,
        add: (it) => it.option("--cascade", cascade),
        async run(services, options: Options & { readonly cascade?: boolean }, text: string) {
          const value = await getEntity(services, kind, text);
          const id = idOf(value);
          if (id === own) throw new InvalidInputError(`${id} is Licet's own ${nounOf(kind)} and stays`);
          const done = await deleteEntity(services, { kind, id }, options.cascade ?? false, words);
          return { ...done, document: { ...identify(value), ...done.document } };
        },
      });
    },
  };
}

/** Without it, a deletion of something in use fails and lists what would go with it. */
const CASCADE = "delete what depends on it as well, and remove it from what refers to it";

export interface ChangedEntity<K extends EntityKind> {
  readonly before: Entities[K];
  readonly effect: SummaryLine["effect"];
  readonly revision: number;
}

/** Changes the given keys of an entity, by the rules of a configuration file, and keeps all others. */
export async function changeEntity<K extends NamedKind>(
  services: WritingServices,
  kind: K,
  text: string,
  change: (before: Entities[K]) => object,
): Promise<ChangedEntity<K>> {
  let found: Entities[K] | undefined;
  const state = async () => {
    found = await getEntity(services, kind, text);
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
): Promise<Omit<PutResult, "warnings"> & { readonly notes: readonly string[] }> {
  const read = async () => {
    const stored = await find();
    if (stored !== undefined) throw new ConflictError(exists(stored));
    return state;
  };
  const created = await createOperator(services).put({ kind, create: true, state: read }, flags);
  const isAgain = created.summary.some(({ again }) => again);
  return { ...created, notes: isAgain ? [CREATED_AGAIN] : [] };
}

/** Creates an entity whose name is its id. */
async function createNamed(
  services: WritingServices,
  kind: NamedKind,
  entry: Entry,
  advice: string,
): Promise<Printed> {
  const name = String(entry.name);
  const { notes, revision } = await createEntity(services, kind, {
    state: { [kindOf(kind).table]: [entry] },
    find: () => services.storage.state.find(kind, name) as Promise<object | undefined>,
    exists: () => `the ${kind} ${name} exists already; ${advice}`,
  });
  return { document: { [kind]: name, revision }, lines: [`the ${kind} ${name} was created`], notes };
}
