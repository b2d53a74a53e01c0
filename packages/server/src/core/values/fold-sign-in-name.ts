import { foldCase } from "./fold-case.ts";

/**
 * Folds a username or an email address, as it is typed at the login page. Names with the same folded text look alike:
 * they count as one name, and no two users get them.
 *
 * Every look-up of a user compares at most the case (`foldCase`), so a spelling that leads to a user has the folded text
 * of that user's name. Compatibility forms (`ａ`, `ﬁ`) are folded after that. The text becomes lower case before upper
 * case, because `ẞ` is its own upper case, and `ß` becomes `SS`.
 */
export const foldSignInName = (name: string): string => {
  const folded = foldCase(boundSignInName(name));
  return ASCII.test(folded) ? folded : foldCase(folded.normalize("NFKC").toLowerCase()).normalize("NFKC");
};

/** Most names. They need none of the tables of Unicode. */
const ASCII = /^[ -~]*$/;

/** RFC 5321 §4.5.3.1: no email address is longer, and no username either. */
export const MAX_SIGN_IN_NAME = 320;

/**
 * Cuts a name, as somebody typed it, before anything normalises it: for combining marks that takes time in the square of
 * their number. NFC makes one character of four at most, so no name of a user is cut.
 */
export const boundSignInName = (typed: string): string => typed.trim().slice(0, 4 * MAX_SIGN_IN_NAME);
