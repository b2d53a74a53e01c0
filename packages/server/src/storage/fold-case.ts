/**
 * A text as searches compare it: case does not matter, in any alphabet. Done here rather than in the database: the
 * engines know other alphabets than ASCII differently or not at all.
 *
 * Upper case first, because some small letters only meet there (`ß` and `ss`); sigma has two small forms, and which one
 * stands depends on what follows, which the beginning of a name does not know.
 */
export const foldCase = (text: string): string =>
  text.normalize("NFC").toUpperCase().toLowerCase().replaceAll("ς", "σ");
