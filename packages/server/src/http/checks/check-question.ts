import type { CheckContext, CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import { parseTime } from "@licet/engine/internal/parse-check-context.ts";
import type { AskedQuestion } from "@licet/engine/internal/question/asked-question.ts";
import {
  isStorableText,
  MAX_AUTHENTICATION_METHODS,
  MAX_NAME,
  MAX_NESTING,
  nestsAtMost,
} from "@licet/engine/internal/question/question-bounds.ts";
import { PRINCIPAL_TYPES } from "@licet/engine/internal/values/principal-key.ts";
import { z } from "zod";
import type { Clients } from "../../accounts/clients.ts";
import { PARSE_OPTIONS } from "../../input/describe-zod-issue.ts";
import { malformed, withIssue } from "../../input/issue-from-zod.ts";
import { readCheckContext } from "../../permissions/read-check-context.ts";
import { describeSchema } from "../json/openapi/describe-schema.ts";
import { revision } from "../json/wire-values.ts";

/** The schemas of questions in the permission API. A name that does not exist is no error: the answer is a denial. */

const TOO_DEEP = {
  error: `may be nested ${MAX_NESTING} levels deep at most`,
  ...withIssue({ code: "too_deep", maximum: MAX_NESTING }),
};

export const name = z
  .string()
  .min(1)
  .max(MAX_NAME)
  .refine(isStorableText, {
    error: "must be text without control characters",
    ...withIssue({ code: "unusable_characters" }),
  });

/** Free data of bounded depth; its size is bounded with the body's. */
export const data = z
  .record(z.string(), z.unknown())
  .refine((value) => nestsAtMost(value, MAX_NESTING), TOO_DEEP);

const attributes = z.exactOptional(data);

const onWrongType = (message: string) => ({
  error: (issue: { readonly code?: string | undefined }) =>
    issue.code === "invalid_type" ? message : undefined,
});

const subjectObject = z
  .strictObject(
    { type: z.enum(PRINCIPAL_TYPES), id: name, attributes },
    onWrongType("write user:…, group:…, application:… or access_account:…, or an object with type and id"),
  )
  .meta({ title: "SubjectObject" });
const resourceObject = z
  .strictObject(
    { type: name, id: name, attributes },
    onWrongType("write <resource>/<instance id>, or an object with type and id"),
  )
  .meta({ title: "InstanceObject" });

/** `user:alice`, `user:usr_…`, `application:reports`, or the same as an object, with attributes to add. */
export const subject = orText({ title: "Subject", text: "SubjectName" }, subjectObject, splitAt(":"));

/** `orders/42`, or the same as an object, with attributes to add. */
export const resource = orText(
  { title: "InstanceReference", text: "InstanceName" },
  resourceObject,
  splitAt("/"),
);

/** The same as a parameter, which is always a text. */
export const resourceText = parseTextOr(resourceObject, splitAt("/")).meta({
  type: "string",
  description: "An instance: `orders/42`",
});

/** A resource as a whole (`orders`), or one instance of it. */
export const resourceOrInstance = orText(
  { title: "ResourceReference", text: "ResourceOrInstanceName" },
  resourceObject.extend({ id: z.exactOptional(name) }).meta({ title: "ResourceObject" }),
  (text) => splitAt("/")(text) ?? { type: text },
);

type ReadText = (text: string) => object | undefined;

/** A value of the schema, or a text that can be parsed as one. */
function orText<T extends z.ZodType>(
  names: { readonly title: string; readonly text: string },
  schema: T,
  read: ReadText,
) {
  const anyOf = [{ title: names.text, type: "string" }, describeSchema(schema, "input")];
  return parseTextOr(schema, read).meta({ title: names.title, anyOf });
}

function parseTextOr<T extends z.ZodType>(schema: T, read: ReadText) {
  return z
    .unknown()
    .transform((value, context) =>
      parseWithin(schema, typeof value === "string" ? (read(value) ?? value) : value, context),
    );
}

/** Parses by another schema within a transformation; its issues are reported as if it were in place. */
function parseWithin<T extends z.ZodType>(
  schema: T,
  value: unknown,
  context: z.core.$RefinementCtx,
): z.output<T> {
  const result = schema.safeParse(value, PARSE_OPTIONS);
  if (result.success) return result.data;
  for (const issue of result.error.issues) context.issues.push(issue as z.core.$ZodRawIssue);
  return z.NEVER;
}

function splitAt(separator: string): (text: string) => object | undefined {
  return (text) => {
    const at = text.indexOf(separator);
    return at === -1 ? undefined : { type: text.slice(0, at), id: text.slice(at + 1) };
  };
}

const TIME = "expected seconds since 1970, or a date and time with its zone, such as 2027-01-01T00:00:00Z";
const time = z
  .union([z.number(), z.string()], { error: TIME })
  .refine((value) => parseTime(value) !== undefined, { error: TIME, ...malformed("date_time") });

/** The parts of the context that Licet knows: they become `request.…` and `client`. The whole context is `request.context`. */
const known = {
  ip: z.exactOptional(z.string().max(MAX_NAME)),
  time: z.exactOptional(time),
  grant_type: z.exactOptional(z.string().max(MAX_NAME)),
  acr: z.exactOptional(z.string().max(MAX_NAME)),
  amr: z.exactOptional(z.array(z.string().max(MAX_NAME)).max(MAX_AUTHENTICATION_METHODS)),
  auth_time: z.exactOptional(time),
  client: z.exactOptional(
    z
      .strictObject({
        id: name,
        application: z.exactOptional(name),
        type: z.exactOptional(name),
        name: z.exactOptional(name),
      })
      .meta({ title: "ContextClient" }),
  ),
};
export const knownContext = z.object(known);

export const context = z
  .looseObject(known)
  .refine((value) => nestsAtMost(value, MAX_NESTING), TOO_DEEP)
  .meta({
    title: "CheckContext",
    description: "The context: what conditions know as `request` and `client`, and data of your own",
  });

/** The revision that the answer must have seen: of a write whose effect must show. */
export const atLeast = revision.meta({
  description:
    "The revision that the answer must have seen: of a write whose effect must show. One that does not exist is 400 `unknown_revision`",
});

const members = z.strictObject({
  subject,
  permission: name,
  resource: z.exactOptional(resource),
  context: z.exactOptional(context),
});
export const question = members.meta({ title: "CheckQuestion" });
export const checkRequest = members
  .extend({ at_least: z.exactOptional(atLeast) })
  .meta({ title: "CheckRequest" });

/** A check of a batch: its defaults may supply the missing members. */
export const partialQuestion = members.partial().meta({ title: "PartialCheck" });

export const verdict = z.strictObject({ allowed: z.boolean() }).meta({ title: "CheckVerdict" });

/** The question for the engine. A promise only when there is a context: its client has to be looked up. */
export function parseQuestion(
  asked: AskedQuestion,
  clients: Clients,
): CheckQuestion | Promise<CheckQuestion> {
  const { subject, permission, resource, context: said } = asked;
  const question = resource ? { subject, permission, resource } : { subject, permission };
  if (!said) return question;
  return readCheckContext(said, said, clients).then((context) => ({ ...question, context }));
}

/** The context as a member of a question; empty when there is none. */
export async function parseQuestionContext(
  said: z.output<typeof context> | undefined,
  clients: Clients,
): Promise<{ readonly context?: CheckContext }> {
  return said ? { context: await readCheckContext(said, said, clients) } : {};
}
