import { parseArgs } from "node:util";

export interface Options {
  readonly rounds: number;
  readonly seconds: number;
  readonly only: string | undefined;
  readonly manyApplications: number;
  readonly users: number;
  readonly publish: boolean;
}

export const USAGE = `npm run bench -- [options]
  --rounds N     rounds per row (5)
  --seconds S    measured seconds per contestant and round (2)
  --only ROW     one row: client_credentials, introspection, check, listing, start, memory, growth
  --full         growth up to 1,000,000 applications instead of 100,000, checks among
                 1,000,000 assignments instead of 100,000
  --publish      also write docs/bench/latest.json and docs/bench/picture.svg`;

export function parseOptions(args: readonly string[], rows: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "2" },
      only: { type: "string" },
      full: { type: "boolean", default: false },
      publish: { type: "boolean", default: false },
    },
  });
  const { only, full, publish } = values;
  const rounds = Number(values.rounds);
  const seconds = Number(values.seconds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds needs a whole number of at least 1");
  if (!(seconds > 0 && seconds <= 60)) throw new Error("--seconds needs a number above 0 and up to 60");
  if (only !== undefined && !rows.includes(only)) throw new Error(`--only needs one of ${rows.join(", ")}`);
  // The picture and the numbers that the documentation shows always come from one whole run.
  if (publish && only !== undefined) throw new Error("--publish needs all rows");
  return {
    rounds,
    seconds,
    only,
    publish,
    manyApplications: full ? 1_000_000 : 100_000,
    users: full ? 100_000 : 10_000,
  };
}
