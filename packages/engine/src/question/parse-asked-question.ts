import type { InstanceReference } from "../answer-check.ts";
import { type KnownContext, parseTime } from "../parse-check-context.ts";
import type { SubjectReference } from "../subject.ts";
import type { Attributes } from "../values/attributes.ts";
import { PRINCIPAL_TYPES, type PrincipalType } from "../values/principal-key.ts";
import type { AskedQuestion } from "./asked-question.ts";
import {
  isStorableText,
  MAX_AUTHENTICATION_METHODS,
  MAX_NAME,
  MAX_NESTING,
  nestsAtMost,
} from "./question-bounds.ts";

/**
 * Reads a question in any of its forms, as the schema of `POST /api/v1/check` does. Undefined for what the schema
 * refuses. A member with the value undefined counts as absent, since JSON would leave it out.
 */
export function parseAskedQuestion(value: unknown): AskedQuestion | undefined {
  if (!isRecord(value) || !hasOnly(value, QUESTION_MEMBERS)) return undefined;
  const { permission, resource: place, context } = value;
  const subject = parseSubject(value.subject);
  if (!subject || !isName(permission)) return undefined;
  const resource = place === undefined ? undefined : parseInstance(place);
  if (place !== undefined && !resource) return undefined;
  if (context !== undefined && !isContext(context)) return undefined;
  return { subject, permission, ...(resource && { resource }), ...(context && { context }) };
}

const QUESTION_MEMBERS = new Set(["subject", "permission", "resource", "context"]);
const REFERENCE_MEMBERS = new Set(["type", "id", "attributes"]);
const CLIENT_MEMBERS = new Set(["id", "application", "type", "name"]);

type Members = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const hasOnly = (value: Members, members: ReadonlySet<string>): boolean =>
  Object.keys(value).every((member) => value[member] === undefined || members.has(member));

const isName = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_NAME && isStorableText(value);

const isBoundedText = (value: unknown): boolean => typeof value === "string" && value.length <= MAX_NAME;

function parseSubject(value: unknown): SubjectReference | undefined {
  const reference = parseReference(typeof value === "string" ? splitAt(value, ":") : value);
  return reference && isPrincipalType(reference.type) ? { ...reference, type: reference.type } : undefined;
}

const isPrincipalType = (type: string): type is PrincipalType =>
  (PRINCIPAL_TYPES as readonly string[]).includes(type);

const parseInstance = (value: unknown): InstanceReference | undefined =>
  parseReference(typeof value === "string" ? splitAt(value, "/") : value);

function splitAt(text: string, separator: string): object | undefined {
  const at = text.indexOf(separator);
  return at === -1 ? undefined : { type: text.slice(0, at), id: text.slice(at + 1) };
}

function parseReference(value: unknown): InstanceReference | undefined {
  if (!isRecord(value) || !hasOnly(value, REFERENCE_MEMBERS)) return undefined;
  const { type, id, attributes } = value;
  if (!isName(type) || !isName(id)) return undefined;
  if (attributes === undefined) return { type, id };
  return isRecord(attributes) && nestsAtMost(attributes, MAX_NESTING) ? { type, id, attributes } : undefined;
}

function isContext(value: unknown): value is KnownContext & Attributes {
  if (!isRecord(value) || !nestsAtMost(value, MAX_NESTING)) return false;
  return Object.entries(KNOWN_MEMBERS).every(
    ([member, isValid]) => value[member] === undefined || isValid(value[member]),
  );
}

const KNOWN_MEMBERS: Readonly<Record<keyof KnownContext, (value: unknown) => boolean>> = {
  ip: isBoundedText,
  time: (value) => parseTime(value) !== undefined,
  grant_type: isBoundedText,
  acr: isBoundedText,
  amr: (value) =>
    Array.isArray(value) && value.length <= MAX_AUTHENTICATION_METHODS && value.every(isBoundedText),
  auth_time: (value) => parseTime(value) !== undefined,
  client: isClient,
};

function isClient(value: unknown): boolean {
  if (!isRecord(value) || !hasOnly(value, CLIENT_MEMBERS) || !isName(value.id)) return false;
  return [value.application, value.type, value.name].every(
    (member) => member === undefined || isName(member),
  );
}
