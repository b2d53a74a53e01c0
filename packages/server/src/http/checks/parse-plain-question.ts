import { parsePrincipalKey } from "@licet/engine/values/principal-key.ts";
import { type AskedQuestion, isStorableText } from "./check-question.ts";

/**
 * Reads the form of a question that nearly all callers send: subject, permission and resource as texts, each optional,
 * and nothing else. Undefined for any other question: the schema parses it or says what is wrong.
 */
export function parsePlainQuestion(value: unknown): Partial<AskedQuestion> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const question: { -readonly [Member in keyof AskedQuestion]?: AskedQuestion[Member] } = {};
  for (const member in value) {
    const text = (value as Record<string, unknown>)[member];
    if (typeof text !== "string" || text === "" || text.length > MAX_TEXT || !isStorableText(text))
      return undefined;
    if (member === "permission") {
      question.permission = text;
    } else if (member === "subject") {
      const subject = parsePrincipalKey(text);
      if (!subject || subject.id === "") return undefined;
      question.subject = subject;
    } else if (member === "resource") {
      const resource = parseInstance(text);
      if (!resource) return undefined;
      question.resource = resource;
    } else {
      return undefined;
    }
  }
  return question;
}

/** The smallest bound of the schema. */
const MAX_TEXT = 300;

function parseInstance(text: string): AskedQuestion["resource"] {
  const at = text.indexOf("/");
  if (at < 1 || at === text.length - 1) return undefined;
  return { type: text.slice(0, at), id: text.slice(at + 1) };
}
