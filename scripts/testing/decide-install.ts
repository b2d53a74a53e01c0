/** Where a run stands: what it may install, and whether somebody sits in front of it. */
export interface Surroundings {
  /** Whether this process may install packages of the system at all. */
  readonly mayInstall: boolean;
  /** Whether standard input is a terminal. */
  readonly hasTerminal: boolean;
  /** The variable `CI`, which hosted runners set, with or without a terminal. */
  readonly ci: string | undefined;
}

/** A question that nobody can answer would stop a run for ever; a system that somebody works on is theirs to change. */
export function decideInstall({ mayInstall, hasTerminal, ci }: Surroundings): "cannot" | "ask" | "install" {
  if (!mayInstall) return "cannot";
  const isCi = ci !== undefined && ci !== "";
  return hasTerminal && !isCi ? "ask" : "install";
}
