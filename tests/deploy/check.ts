import type { Program } from "./support/programs.ts";

/** What a check gets: a folder of its own, and the packed Licet. */
export interface CheckContext {
  readonly folder: string;
  /** The folder of the packages of tests/deploy. */
  readonly tools: string;
  /** The path of the packed `licet`, made when it is first asked for. */
  readonly findPackage: () => Promise<string>;
  /** One line about what was seen. */
  readonly report: (line: string) => void;
}

export interface Check {
  readonly name: string;
  readonly title: string;
  readonly programs: readonly Program[];
  /** Changes the root directory and mounts, which only root may do. */
  readonly needsRoot?: boolean;
  /** Rejects with what is wrong. */
  readonly run: (context: CheckContext) => Promise<void>;
}
