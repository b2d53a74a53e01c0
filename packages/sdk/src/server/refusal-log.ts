/** Writes one line about a refused request. Never given a token. */
export type RefusalLog = (line: string) => void;

/** The global of Node, Bun and Deno; edge runtimes and browsers may have none. */
const surroundings = globalThis as {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
};

/** In development to the console; elsewhere only where the application gives a log. */
export function chooseLog(given: RefusalLog | false | undefined): RefusalLog | undefined {
  if (given !== undefined) return given || undefined;
  const env = surroundings.process?.env;
  if (!env || env.NODE_ENV === "production") return undefined;
  return (line) => console.warn(line);
}
