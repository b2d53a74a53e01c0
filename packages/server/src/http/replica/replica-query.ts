import { isResourceName } from "@licet/engine/values/names.ts";
import { z } from "zod";
import type { InvalidInputError } from "../../core/errors.ts";
import { withIssue } from "../../input/issue-from-zod.ts";
import { queryText } from "../json/query-values.ts";
import { invalidInput, type ProblemError } from "../problems.ts";

/** Parameters that snapshots and streams of changes share. */

const MAX_RESOURCES = 100;

/** Names that are separated by commas. */
export const resources = queryText
  .max(MAX_RESOURCES * 65)
  .refine((text) => text.split(",").every(isResourceName), {
    error: "expected names of resources, separated by commas",
    ...withIssue({ code: "malformed", expected: "resource_names" }),
  })
  .transform((text) => [...new Set(text.split(","))].toSorted())
  .pipe(z.array(z.string()).max(MAX_RESOURCES))
  .meta({ type: "string", description: "Only what gives something in these resources, separated by commas" });

/** A resource that is not there. */
export const invalidResources = ({ message, issue }: InvalidInputError): ProblemError =>
  invalidInput([{ pointer: "/query/resources", detail: message, ...issue }]);
