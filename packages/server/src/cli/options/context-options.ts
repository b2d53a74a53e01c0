import { isIP } from "node:net";
import type { CheckContext } from "@licet/engine/internal/answer-check.ts";
import { parseTime } from "@licet/engine/internal/parse-check-context.ts";
import type { Clock, EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { type Command, InvalidArgumentError } from "commander";
import type { Clients } from "../../accounts/clients.ts";
import { readCheckContext } from "../../permissions/read-check-context.ts";
import { parseInstant } from "../format/times.ts";
import { type GivenContext, parseContext } from "./parse-context.ts";

/** The input of conditions that a command line can set. */
export interface ContextOptions {
  readonly ip?: string;
  readonly time?: EpochSeconds;
  readonly context?: GivenContext;
}

export function addRequestOptions(command: Command): Command {
  return command
    .option("--ip <address>", "as if the request came from here", parseAddress)
    .option("--time <instant>", "as if it were this time, such as 2027-01-01T00:00:00Z", parseInstant);
}

export function addContextOption(command: Command): Command {
  return command.option(
    "--context <json>",
    "what conditions see as request.context; ip, time, acr, amr, client, … as in the permission API",
    parseContext,
  );
}

/** Builds the context as the permission API does. The flags set members of the context. */
export async function contextFrom(
  { ip, time, context }: ContextOptions,
  clients: Clients,
): Promise<CheckContext> {
  const given = { ...context, ...(ip !== undefined && { ip }), ...(time !== undefined && { time }) };
  return Object.keys(given).length === 0 ? { request: {} } : readCheckContext(given, given, clients);
}

/** The time of the check, from `--time` or from the context. */
export const findCheckTime = ({ time, context }: ContextOptions): EpochSeconds | undefined =>
  time ?? parseTime(context?.time);

/** Expiry depends on the time as well, so a check at another time uses another clock. */
export const clockAt = (time: EpochSeconds | undefined, clock: Clock): Clock =>
  time === undefined ? clock : { seconds: () => time, milliseconds: () => time * 1000 };

function parseAddress(text: string): string {
  if (isIP(text) === 0) throw new InvalidArgumentError("Expected an IP address.");
  return text;
}
