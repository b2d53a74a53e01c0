/** The bounds of a question, for the schemas of the server and for the parser of local checks. */

export const MAX_NAME = 300;
export const MAX_NESTING = 8;
export const MAX_AUTHENTICATION_METHODS = 100;

/** No stored name has a control character or an unpaired surrogate, and PostgreSQL refuses a NUL. */
export const isStorableText = (text: string): boolean =>
  PRINTABLE.test(text) || (text.isWellFormed() && !CONTROL.test(text));
/** Nearly all names; tested first, because it is faster. */
const PRINTABLE = /^[ -~]*$/;
const CONTROL = /\p{Cc}/u;

export function nestsAtMost(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => nestsAtMost(member, levels - 1));
}
