import { Option } from "commander";

/** An option that may be given several times. */
export const repeatable = (flags: string, description: string): Option =>
  new Option(flags, `${description}; may be repeated`).argParser(collect).default([], "none");

const collect = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];
