import { INPUT_ISSUES, type IssueValues } from "@licet/engine/internal/values/input-issue.ts";
import { CONFLICTS, type ConflictValues } from "../../../core/errors/conflict.ts";
import { PROBLEMS } from "../../problems.ts";
import type { JsonSchema } from "./json-schema.ts";

const TEXT = { type: "string" } as const;
const TEXTS = { type: "array", items: TEXT } as const;
const COUNT = { type: "integer", format: "int32", minimum: 0, maximum: 2_147_483_647 } as const;

/** The values of the codes; docs/reference/errors.md says which code has which. */
const ISSUE_VALUES: Readonly<Record<keyof IssueValues, JsonSchema>> = {
  minimum: { type: "number" },
  maximum: { type: "number" },
  expected: TEXT,
  values: TEXTS,
  kind: TEXT,
  name: TEXT,
  suggestion: TEXT,
  cycle: TEXTS,
  members: TEXTS,
  used_by: TEXTS,
  type: TEXT,
  first: COUNT,
  line: COUNT,
  column: COUNT,
  message: TEXT,
};

/** The same for conflicts. */
const CONFLICT_VALUES: Readonly<Record<keyof ConflictValues, JsonSchema>> = {
  kind: TEXT,
  name: TEXT,
  member: TEXT,
  maximum: COUNT,
  used_by: {
    type: "array",
    items: {
      title: "Dependant",
      type: "object",
      required: ["kind", "id"],
      properties: { kind: TEXT, id: TEXT },
    },
  },
  count: { ...COUNT, description: "How many `used_by` names" },
  more: { type: "boolean", const: true, description: "There are more than `used_by` names" },
  application_type: TEXT,
};

const INPUT_ISSUE: JsonSchema = {
  title: "InputIssue",
  description: "One part of the input that is not valid",
  type: "object",
  required: ["pointer", "detail", "code"],
  properties: {
    pointer: {
      ...TEXT,
      description: "RFC 6901, within the body; `/query/…` for a parameter; empty for the input as a whole",
    },
    detail: { ...TEXT, description: "For people who read English" },
    code: { ...TEXT, enum: Object.keys(INPUT_ISSUES), description: "For programs" },
    ...ISSUE_VALUES,
  },
};

const REFUSED_LINE: JsonSchema = {
  title: "RefusedLine",
  description: "What is wrong with a line of an import",
  type: "object",
  required: ["line", "pointer", "detail", "code"],
  properties: {
    line: { ...COUNT, minimum: 1 },
    pointer: { ...TEXT, description: "RFC 6901, within the line" },
    detail: { ...TEXT, description: "For people who read English" },
    code: {
      ...TEXT,
      enum: [...new Set([...Object.keys(INPUT_ISSUES), ...Object.keys(CONFLICTS), "forbidden"])],
      description: "For programs: of the input, of a conflict, or forbidden",
    },
  },
};

/** RFC 9457 §3.2: clients ignore unknown members, so later versions may add some. */
export const PROBLEM: JsonSchema = {
  title: "Problem",
  description: "What went wrong (RFC 9457)",
  type: "object",
  required: ["type", "title", "status", "request_id"],
  properties: {
    type: { ...TEXT, enum: Object.keys(PROBLEMS).map((slug) => `urn:licet:problem:${slug}`) },
    title: TEXT,
    status: { ...COUNT, minimum: 400, maximum: 599 },
    detail: TEXT,
    request_id: TEXT,
    code: { ...TEXT, enum: Object.keys(CONFLICTS), description: "Of a conflict" },
    ...CONFLICT_VALUES,
    errors: { type: "array", items: INPUT_ISSUE, description: "Of input that is not valid" },
    last_line_stored: { ...COUNT, description: "Of an import: this line and all before it are stored" },
    refused_lines: { ...COUNT, description: "Of an import: how many lines were refused" },
    refused: { type: "array", items: REFUSED_LINE, description: "Of an import, at most 100" },
    lacking: { ...TEXTS, description: "Of what is forbidden: the permissions that would allow it" },
  },
};
