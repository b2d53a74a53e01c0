import { type KnownContext, parseTime } from "@licet/engine/internal/parse-check-context.ts";
import type { Attributes } from "@licet/engine/internal/values/attributes.ts";
import { InvalidArgumentError } from "commander";
import { parseObject } from "./parse-object.ts";

/** The context of a check as the permission API accepts it: known members with fixed types, and any others. */
export type GivenContext = KnownContext & Attributes;

const isText = (value: unknown): value is string => typeof value === "string";
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTime = (value: unknown): boolean => parseTime(value) !== undefined;

const TEXT = [isText, "a text"] as const;
const TIME = [isTime, "seconds since 1970, or a date and time with its zone"] as const;

/** The types of the known members. A wrong type would only make conditions false, without an error message. */
const KNOWN: Readonly<Record<keyof KnownContext, readonly [(value: unknown) => boolean, expected: string]>> =
  {
    ip: TEXT,
    time: TIME,
    grant_type: TEXT,
    acr: TEXT,
    amr: [(value) => Array.isArray(value) && value.every(isText), "a list of texts"],
    auth_time: TIME,
    client: [isClient, 'an object such as {"id": "shop"}, perhaps with application, type and name'],
  };

export function parseContext(text: string): GivenContext {
  const context = parseObject(text);
  for (const [name, [isRight, expected]] of Object.entries(KNOWN)) {
    if (Object.hasOwn(context, name) && !isRight(context[name]))
      throw new InvalidArgumentError(`Expected ${name} to be ${expected}.`);
  }
  return context as GivenContext;
}

const CLIENT_MEMBERS = ["id", "application", "type", "name"];

function isClient(value: unknown): boolean {
  return (
    isObject(value) &&
    "id" in value &&
    Object.entries(value).every(
      ([name, member]) => CLIENT_MEMBERS.includes(name) && isText(member) && member !== "",
    )
  );
}
