/**
 * Folds a text for searches: case does not matter, in any alphabet. The databases cannot do this: they fold non-ASCII
 * letters differently or not at all. The text becomes upper case first, because some lower-case letters have the same
 * form only there (`ß` and `ss`). Sigma has two lower-case forms, which depend on the next letter, and the beginning of
 * a name does not contain that letter.
 */
export const foldCase = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text.normalize("NFC").toUpperCase().toLowerCase().replaceAll("ς", "σ");

/** Most texts. They need none of the tables of Unicode. */
const ASCII = /^[ -~]*$/;
