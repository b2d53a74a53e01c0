/** The word for a value that came from the server, which may know values that these texts do not. */
export const findWord = (words: Readonly<Record<string, string>>, value: string): string | undefined =>
  Object.hasOwn(words, value) ? words[value] : undefined;
