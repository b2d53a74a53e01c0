/** The letters of an id (`core/values/ids.ts`) are random, and may be a word that a test looks for. */
export const withoutIds = (text: string): string => text.replaceAll(/_[0-9a-z]{24}\b/g, "_");
