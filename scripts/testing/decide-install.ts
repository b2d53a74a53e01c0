/** The surroundings of a run: what it may install, and whether a person is at the terminal. */
export interface Surroundings {
  /** Whether this process may install packages of the system at all. */
  readonly mayInstall: boolean;
  /** Whether standard input is a terminal. */
  readonly hasTerminal: boolean;
  /** The variable `CI`, which hosted runners set, with or without a terminal. */
  readonly ci: string | undefined;
}

/** Without a terminal a question would stop the run for ever; at a terminal the system is its user's to change. */
export function decideInstall({ mayInstall, hasTerminal, ci }: Surroundings): "cannot" | "ask" | "install" {
  if (!mayInstall) return "cannot";
  const isCi = ci !== undefined && ci !== "";
  return hasTerminal && !isCi ? "ask" : "install";
}
