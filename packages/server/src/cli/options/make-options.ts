import { Option } from "commander";

export const option = <T>(flags: string, help: string, parse?: (text: string, previous: T) => T): Option => {
  const made = new Option(flags, help);
  return parse ? made.argParser(parse) : made;
};

export const oneOf = (flags: string, help: string, choices: readonly string[]): Option =>
  new Option(flags, help).choices(choices);

/** An option that may be given several times. */
export const repeatable = (flags: string, help: string): Option =>
  new Option(flags, `${help}; may be repeated`).argParser(collect).default([], "none");

const collect = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

/** The members that were given, for an entry of a state: a member that is left out gets its default. */
export const given = <T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
