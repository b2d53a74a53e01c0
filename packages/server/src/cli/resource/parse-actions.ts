import { InvalidArgumentError } from "commander";
import type { NewAction } from "./change-resource.ts";

/** Parses `read=See orders`, one option after the other. Only the first equals sign separates. */
export function parseActions(text: string, previous: readonly NewAction[] = []): readonly NewAction[] {
  const [, name = "", description = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name === "" || description === "")
    throw new InvalidArgumentError("Expected NAME=TEXT, such as 'read=See orders'.");
  return [...previous, { name, description }];
}
