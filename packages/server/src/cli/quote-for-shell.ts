/** Writes one word of a command so that a shell reads it unchanged. */
export const quoteForShell = (word: string): string =>
  /^[\w.:/=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
