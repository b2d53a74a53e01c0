/** Finds the text for a value from the server, which may send values that these texts do not have. */
export const findWord = (words: Readonly<Record<string, string>>, value: string): string | undefined =>
  Object.hasOwn(words, value) ? words[value] : undefined;
