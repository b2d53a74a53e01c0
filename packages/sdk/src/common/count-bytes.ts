/** The key, and the objects around what is remembered. */
const BYTES_OF_ENTRY = 512;

/** About what a cache needs for values that were read from a text of so many characters. */
export const countBytes = (characters: number): number => BYTES_OF_ENTRY + 2 * characters;
