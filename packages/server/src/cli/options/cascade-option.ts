import type { Command } from "commander";

export interface CascadeOptions {
  readonly cascade?: boolean;
}

/** Without it, a deletion of something in use fails and lists what would go with it. */
export const addCascadeOption = (command: Command): Command =>
  command.option("--cascade", "delete what depends on it as well, and remove it from what refers to it");
