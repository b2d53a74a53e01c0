import { isResourceName } from "@licet/engine/internal/values/names.ts";
import { z } from "zod";
import type { InvalidInputError } from "../../core/errors/errors.ts";
import { withIssue } from "../../input/issue-from-zod.ts";
import { isMemberName } from "../../permissions/replica/replica-selection.ts";
import { invalidInput, type ProblemError } from "../problems.ts";

/** Parameters that snapshots and streams of changes share. */

const MAX_RESOURCES = 100;

/** Names that are separated by commas. */
export const resources = z
  .string()
  .refine((text) => isListOfResources(text.split(",")), {
    error: `expected at most ${MAX_RESOURCES} names of resources, separated by commas`,
    ...withIssue({ code: "malformed", expected: "resource_names" }),
  })
  .transform((text) => [...new Set(text.split(","))].toSorted())
  .meta({ type: "string", description: "Only what gives something in these resources, separated by commas" });

const isListOfResources = (names: readonly string[]): boolean =>
  names.length <= MAX_RESOURCES && names.every(isResourceName);

const LONGEST_READS = 6_000;

/** The members that a copy holds, as its snapshot named them: a JSON array, or names with commas between them. */
export const reads = z
  .string()
  .max(LONGEST_READS)
  .transform((text) => parseReads(text))
  .refine((names) => names?.every(isMemberName) ?? false, {
    error: "expected the `reads` of the snapshot",
    ...withIssue({ code: "malformed", expected: "reads" }),
  })
  .transform((names) => [...new Set(names)].toSorted())
  .meta({ type: "string", description: "Of a copy: the `reads` of its snapshot, as a JSON array" });

function parseReads(text: string): readonly string[] | undefined {
  if (!text.startsWith("[")) return text === "" ? [] : text.split(",");
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) && names.every((name) => typeof name === "string") ? names : undefined;
  } catch {
    return undefined;
  }
}

/** A resource that is not there. */
export const invalidResources = ({ message, issue }: InvalidInputError): ProblemError =>
  invalidInput([{ pointer: "/query/resources", detail: message, ...issue }]);
