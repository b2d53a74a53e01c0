/** Writes one line about a refused request. Never given a token. */
export type RefusalLog = (line: string) => void;

/** The global of Node, Bun and Deno; edge runtimes and browsers may have none. */
const surroundings = globalThis as {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
};

/** In development to the console; elsewhere only where the application gives a log. */
export function chooseLog(given: RefusalLog | false | undefined): RefusalLog | undefined {
  if (given !== undefined) return given || undefined;
  return isDevelopment() ? (line) => console.warn(line) : undefined;
}

function isDevelopment(): boolean {
  try {
    const env = surroundings.process?.env;
    return env !== undefined && env.NODE_ENV !== "production";
  } catch {
    // Deno lets a program read a variable only if it was started with the permission for it.
    return false;
  }
}
