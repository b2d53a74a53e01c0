import type { Attributes } from "@licet/engine/internal/values/attributes.ts";
import { InvalidArgumentError } from "commander";

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
