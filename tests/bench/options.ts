import { parseArgs } from "node:util";

export interface Options {
  readonly rounds: number;
  readonly seconds: number;
  readonly only: readonly string[] | undefined;
  readonly manyApplications: number;
  readonly users: number;
  readonly full: boolean;
  readonly publish: boolean;
  /** Undefined: as many requests as each row asks for. */
  readonly warmUpRequests: number | undefined;
}

export const USAGE = `npm run bench -- [options]
  --rounds N     rounds per row (5)
  --seconds S    measured seconds per subject and round (2)
  --only ROWS    these rows alone, by comma: client_credentials, introspection, check,
                 local_checks, listing, authorization, code_exchange, refresh, start,
                 memory, growth, verification
  --full         growth up to 1,000,000 applications instead of 100,000, checks among
                 1,000,000 assignments instead of 100,000, codes also with refresh tokens
  --warm-up N    a trial: no more than N requests before the measurement; rates come out too low
  --publish      also write docs/bench/latest.json and docs/bench/picture.svg`;

export function parseOptions(args: readonly string[], rows: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "2" },
      only: { type: "string" },
      full: { type: "boolean", default: false },
      "warm-up": { type: "string" },
      publish: { type: "boolean", default: false },
    },
  });
  const { full, publish } = values;
  const only = values.only?.split(",");
  const warmUpRequests = values["warm-up"] === undefined ? undefined : Number(values["warm-up"]);
  const rounds = Number(values.rounds);
  const seconds = Number(values.seconds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds needs a whole number of at least 1");
  if (!(seconds > 0 && seconds <= 60)) throw new Error("--seconds needs a number above 0 and up to 60");
  if (warmUpRequests !== undefined && !(Number.isInteger(warmUpRequests) && warmUpRequests >= 1))
    throw new Error("--warm-up needs a whole number of at least 1");
  if (only?.some((row) => !rows.includes(row))) throw new Error(`--only needs some of ${rows.join(", ")}`);
  // The picture and the numbers that the documentation shows always come from one whole run.
  if (publish && only !== undefined) throw new Error("--publish needs all rows");
  if (publish && warmUpRequests !== undefined) throw new Error("--publish needs the whole warm-up");
  return {
    rounds,
    seconds,
    only,
    full,
    publish,
    warmUpRequests,
    manyApplications: full ? 1_000_000 : 100_000,
    users: full ? 100_000 : 10_000,
  };
}
