import pino, { type DestinationStream, type Logger } from "pino";

export type { Logger } from "pino";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Member names that could carry a secret into a log line. This is a second line of defence: no code logs them on
 * purpose.
 */
const REDACTED = [
  "authorization",
  "cookie",
  "password",
  "secret",
  "client_secret",
  "token",
  "assertion",
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export interface LogOptions {
  /** Gives each line further members, for example the ids of its trace. */
  readonly describeContext?: (() => object) | undefined;
  /** The number of the worker that writes, where there are several. */
  readonly worker?: number;
}

export function createLog(
  level: LogLevel,
  destination: DestinationStream,
  { describeContext, worker }: LogOptions = {},
): Logger {
  return pino(
    {
      level,
      ...(describeContext && { mixin: describeContext }),
      base: worker === undefined ? null : { worker },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED, censor: "[redacted]" },
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
}
