import { z } from "zod";
import { didYouMean } from "./did-you-mean.ts";
import { malformed, withIssue } from "./issue-from-zod.ts";

/** Messages show at most 100 characters of a name. */
export const shorten = (text: string): string => text.slice(0, 100);
export const quote = (text: unknown): string => JSON.stringify(shorten(String(text)));

/**
 * A map that refuses unknown keys. Zod reports all keys of a map in one issue; its message has one line per key. A map
 * that was derived from this one may have other keys, and only those are suggested.
 */
export const strictMap = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== "unrecognized_keys") return undefined;
      const known = Object.keys(issue.inst instanceof z.ZodObject ? issue.inst.shape : shape);
      return issue.keys.map((key) => `unknown key${didYouMean(key, known)}`).join("\n");
    },
  });

type UnknownKeysIssue = Extract<z.core.$ZodIssue, { readonly code: "unrecognized_keys" }>;

/** Zod has one issue for all unknown keys of a map. Each is reported at its own place, with its own message. */
export function listUnknownKeys({
  keys,
  message,
}: UnknownKeysIssue): readonly { readonly key: string; readonly message: string }[] {
  const messages = message.split("\n");
  return keys.map((key, index) => ({ key, message: messages[index] ?? "unknown key" }));
}

/**
 * A value that has a short form as a plain string. Licet stores and returns the full form. The API description reads
 * `x-or-text`, which names the union of the two forms and the string.
 */
export const orText = <Schema extends z.ZodType>(
  names: { readonly title: string; readonly text: string; readonly maxLength: number },
  schema: Schema,
  read: (text: string) => unknown,
) =>
  z
    .preprocess((value) => (typeof value === "string" ? read(value) : value), schema)
    .meta({ "x-or-text": names });

/** A list whose entries have different keys, so no entry silently replaces another. */
export const listOf = <Item extends z.ZodType>(item: Item, keyOf: (value: z.output<Item>) => string) =>
  z.array(item).superRefine(distinct(keyOf));

/** Refuses entries with the same key. Entries without a key are not compared. */
export const distinct =
  <T>(keyOf: (value: T) => string | undefined) =>
  (list: readonly T[], context: z.RefinementCtx<readonly T[]>): void => {
    const indexOf = new Map<string, number>();
    for (const [index, value] of list.entries()) {
      const key = keyOf(value);
      const first = key === undefined ? undefined : indexOf.get(key);
      if (first !== undefined) {
        context.addIssue({
          code: "custom",
          path: [index],
          message: `repeats entry [${first}], ${quote(key)}`,
          ...withIssue({ code: "repeated", first }),
        });
      } else if (key !== undefined) {
        indexOf.set(key, index);
      }
    }
  };

export const listOfTexts = <Item extends z.ZodType<string>>(item: Item) => listOf(item, (value) => value);

/** What the OpenAPI document says of a text. */
export interface TextForm {
  /**
   * Every accepted text has this form, and a few have it that are refused: it is for regular expressions of every
   * language, which have neither lookahead nor properties of Unicode.
   */
  readonly pattern: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export const named = (what: string, isValid: (name: string) => boolean, rule: string, form: TextForm) =>
  z
    .string()
    .refine(isValid, {
      error: (issue) => `${quote(issue.input)} is not ${what}: ${rule}`,
      ...malformed(what.replace(/^an? /, "").replaceAll(" ", "_")),
    })
    .meta({ ...form });
