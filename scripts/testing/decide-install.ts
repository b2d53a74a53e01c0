/** The environment of a run: its permission to install packages, and whether a user is at the terminal. */
export interface Surroundings {
  /** True if this process may install system packages. */
  readonly mayInstall: boolean;
  /** True if standard input is a terminal. */
  readonly hasTerminal: boolean;
  /** The variable `CI`, which hosted runners set, with or without a terminal. */
  readonly ci: string | undefined;
}

/** Without a terminal a question would block the run forever; at a terminal the user decides about the system. */
export function decideInstall({ mayInstall, hasTerminal, ci }: Surroundings): "cannot" | "ask" | "install" {
  if (!mayInstall) return "cannot";
  const isCi = ci !== undefined && ci !== "";
  return hasTerminal && !isCi ? "ask" : "install";
}
