import { z } from "zod";
import { withIssue } from "../../input/issue-from-zod.ts";

/** Parameters of the query. They are texts on the wire; the OpenAPI document describes their parsed values. */

const wrongType = (expected: string) => withIssue({ code: "wrong_type", expected });

/** Digits, and nothing else that JavaScript would take for a number: ``, `0x10` and `1e2` are none. */
export const queryInteger = (minimum: number, maximum: number) => {
  const error = `expected a number from ${minimum} to ${maximum}`;
  return z
    .string({ error })
    .refine((text) => /^-?\d{1,16}$/.test(text), { error, abort: true, ...wrongType("integer") })
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
};

export const queryFlag = z
  .enum(["true", "false"], { error: "expected true or false" })
  .transform((text) => text === "true")
  .pipe(z.boolean());

export const queryTime = z.iso
  .datetime({ offset: true, error: "expected a date and time with its zone, such as 2027-01-01T00:00:00Z" })
  .transform((text) => Date.parse(text))
  .meta({ type: "string", format: "date-time" });

/** Without control characters and unpaired surrogates: no name has them, and PostgreSQL refuses a NUL. */
export const queryText = z
  .string()
  .min(1)
  .max(512)
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), {
    error: "must be text without control characters",
    ...withIssue({ code: "unusable_characters" }),
  });

/** A parameter that may be repeated. Given once, it is a list of one. */
export const queryTexts = (maximum: number) =>
  z.preprocess(
    (value) => (typeof value === "string" ? [value] : value),
    z.array(queryText).min(1).max(maximum),
  );
