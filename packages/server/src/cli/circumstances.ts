import { isIP } from "node:net";
import { type Command, InvalidArgumentError } from "commander";
import type { Attributes } from "../core/attributes.ts";
import type { Clock, EpochSeconds } from "../core/time.ts";
import type { CheckContext } from "../permissions/check.ts";
import { parseInstant } from "./times.ts";

/** What conditions get to see, as far as a command line can say it. */
export interface Circumstances {
  readonly ip?: string;
  readonly time?: EpochSeconds;
  readonly context?: Attributes;
}

export function addCircumstanceOptions(command: Command): Command {
  return command
    .option("--ip <address>", "as if the request came from here", parseAddress)
    .option("--time <instant>", "as if it were this time, such as 2027-01-01T00:00:00Z", parseInstant);
}

export function addContextOption(command: Command): Command {
  return command.option("--context <json>", "what conditions see as request.context", parseObject);
}

export function contextOf({ ip, time, context }: Circumstances): CheckContext {
  return {
    request: {
      ...(ip !== undefined && { ip }),
      ...(time !== undefined && { time }),
      ...(context !== undefined && { context }),
    },
  };
}

/** Expiry is a matter of time, too: whoever asks about another moment asks by another clock. */
export const clockAt = (time: EpochSeconds | undefined, clock: Clock): Clock =>
  time === undefined ? clock : { seconds: () => time, milliseconds: () => time * 1000 };

function parseAddress(text: string): string {
  if (isIP(text) === 0) throw new InvalidArgumentError("Expected an IP address.");
  return text;
}

export function parseObject(text: string): Attributes {
  const value = parseJson(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Attributes;
  throw new InvalidArgumentError('Expected a JSON object, such as {"amount": 100}.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
