import { parseArgs } from "node:util";
import { type Client, MissingTool } from "./client.ts";
import type { Outcome } from "./result.ts";

export interface Options {
  readonly help: boolean;
  readonly clients: readonly Client[];
  /** Asked for by name: what is missing is a failure, whatever it is. */
  readonly isNamed: boolean;
  /** Renew the recordings that `npm test` replays. */
  readonly record: boolean;
}

export const usage = (known: readonly Client[]): string => `npm run test:clients -- [--record] [name …]
  name       one of ${known.map(({ name }) => name).join(", ")}; all of them without one
  --record   drive those whose requests \`npm test\` replays, and renew the recordings`;

/** Throws a TypeError for what it does not know, as Node's own parser does. */
export function parseOptions(args: readonly string[], known: readonly Client[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { record: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
  });
  const unknown = positionals.filter((name) => !known.some((client) => client.name === name));
  if (unknown.length > 0) throw new TypeError(`There is no client ${unknown.join(", ")}.`);
  const isWanted = ({ name }: Client) => positionals.length === 0 || positionals.includes(name);
  const clients = known.filter(
    (client) => isWanted(client) && (!values.record || client.isRecorded === true),
  );
  if (clients.length === 0) throw new TypeError("None of these is recorded.");
  return { clients, isNamed: positionals.length > 0, record: values.record, help: values.help };
}

/** The outcome when a client could not be installed: only an optional one that was not named is skipped. */
export const outcomeWithout = (error: unknown, client: Client, { isNamed }: Options): Outcome =>
  error instanceof MissingTool && client.isOptional === true && !isNamed ? "not run" : "failed";
