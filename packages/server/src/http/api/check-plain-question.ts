import type { PrincipalType } from "../../permissions/entities.ts";
import { type AskedQuestion, isLookable, PRINCIPAL_TYPES } from "./check-question.ts";

/**
 * Reads a question as nearly every caller sends it: subject, permission and resource as texts, any of them missing, and
 * nothing else. Undefined for whatever looks any different: the schema knows all forms and says what is wrong.
 */
export function readPlainQuestion(value: unknown): Partial<AskedQuestion> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const question: { -readonly [Member in keyof AskedQuestion]?: AskedQuestion[Member] } = {};
  for (const member in value) {
    const text = (value as Record<string, unknown>)[member];
    if (typeof text !== "string" || text === "" || text.length > MAX_TEXT || !isLookable(text))
      return undefined;
    if (member === "permission") {
      question.permission = text;
    } else if (member === "subject") {
      const subject = readSubject(text);
      if (!subject) return undefined;
      question.subject = subject;
    } else if (member === "resource") {
      const resource = split(text, "/");
      if (!resource) return undefined;
      question.resource = resource;
    } else {
      return undefined;
    }
  }
  return question;
}

/** The shortest of the bounds that the schema has. */
const MAX_TEXT = 300;

function readSubject(text: string): AskedQuestion["subject"] | undefined {
  const parts = split(text, ":");
  return parts && isPrincipalType(parts.type) ? { type: parts.type, id: parts.id } : undefined;
}

function split(text: string, separator: string): { readonly type: string; readonly id: string } | undefined {
  const at = text.indexOf(separator);
  if (at < 1 || at === text.length - 1) return undefined;
  return { type: text.slice(0, at), id: text.slice(at + 1) };
}

const isPrincipalType = (type: string): type is PrincipalType =>
  (PRINCIPAL_TYPES as readonly string[]).includes(type);
