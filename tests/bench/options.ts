import { parseArgs } from "node:util";

export interface Options {
  readonly rounds: number;
  readonly seconds: number;
  readonly only: readonly string[] | undefined;
  readonly manyApplications: number;
  readonly users: number;
  readonly full: boolean;
  /** Measure the other services instead of the usual rows. */
  readonly peers: boolean;
  readonly publish: boolean;
  /** Undefined: as many requests as each row asks for. */
  readonly warmUpRequests: number | undefined;
}

export const createUsage = (rows: readonly string[]): string => `npm run bench -- [options]
  --short        3 rounds of 1 second: every verdict in about twenty minutes, with more noise
  --rounds N     rounds per row (5)
  --seconds S    measured seconds per subject and round (2)
  --only ROWS    these rows alone, by comma: ${rows.join(", ")}
  --full         growth up to 1,000,000 applications instead of 100,000, an import of
                 1,000,000 assignments instead of 200,000, codes also with refresh tokens
  --peers        Licet beside Ory Hydra, Keycloak, OpenFGA and SpiceDB, those that are
                 installed, instead of the rows above
  --users N      a trial: the users of the permission rows (100,000), each with ten assignments
  --warm-up N    a trial: no more than N requests before the measurement; costs come out too high
  --publish      also write the results and the picture to docs/bench/`;

export function parseOptions(args: readonly string[], rows: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      short: { type: "boolean", default: false },
      rounds: { type: "string" },
      seconds: { type: "string" },
      only: { type: "string" },
      full: { type: "boolean", default: false },
      peers: { type: "boolean", default: false },
      users: { type: "string" },
      "warm-up": { type: "string" },
      publish: { type: "boolean", default: false },
    },
  });
  const { short, full, peers, publish } = values;
  const only = values.only?.split(",");
  const warmUpRequests = parseCount("--warm-up", values["warm-up"], 1);
  // A batch of 50 checks is about 50 users.
  const users = parseCount("--users", values.users, 100);
  const rounds = parseCount("--rounds", values.rounds, 1) ?? (short ? 3 : 5);
  const seconds = Number(values.seconds ?? (short ? 1 : 2));
  if (!(seconds > 0 && seconds <= 60)) throw new Error("--seconds needs a number above 0 and up to 60");
  if (only?.some((row) => !rows.includes(row))) throw new Error(`--only needs some of ${rows.join(", ")}`);
  if (peers && only !== undefined) throw new Error("--peers has its own rows, so it cannot go with --only");
  // The picture and the numbers that the documentation shows always come from one whole run.
  if (publish && only !== undefined) throw new Error("--publish needs all rows");
  if (publish && (users ?? warmUpRequests) !== undefined)
    throw new Error("--publish needs all users and the whole warm-up");
  return {
    rounds,
    seconds,
    only,
    full,
    peers,
    publish,
    warmUpRequests,
    manyApplications: full ? 1_000_000 : 100_000,
    users: users ?? 100_000,
  };
}

function parseCount(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isInteger(count) || count < least)
    throw new Error(`${option} needs a whole number of at least ${least}`);
  return count;
}
