/** Control characters, line separators, and characters that change the direction of writing. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const escapeOf = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;

/**
 * Writes them as JSON does (`\u001b`). Others write descriptions and conditions, and a terminal obeys what it is sent: it
 * would clear the screen, or show a row that is none.
 */
export const visibleText = (text: string): string => text.replace(HIDDEN, escapeOf);

/** The same for several lines of Licet's own. */
export const visibleLines = (text: string): string => text.split("\n").map(visibleText).join("\n");
