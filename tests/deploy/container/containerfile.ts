import { createRequire } from "node:module";
import { join } from "node:path";

/** One instruction: `RUN npm …`, with the line on which it begins. */
export interface Instruction {
  readonly keyword: string;
  /** The text after the keyword and its flags, with continued lines joined. */
  readonly text: string;
  /** `--from=install` */
  readonly flags: ReadonlyMap<string, string>;
  readonly line: number;
}

interface ParsedInstruction {
  getKeyword(): string;
  getArgumentsContent(): string | null;
  getRange(): { readonly start: { readonly line: number } };
  getFlags?(): readonly { getName(): string; getValue(): string | null }[];
}

interface Parser {
  readonly DockerfileParser: {
    parse(text: string): { getInstructions(): readonly ParsedInstruction[] };
  };
}

export interface Finding {
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

interface Linter {
  validate(text: string, settings?: Readonly<Record<string, number>>): readonly Finding[];
}

export function parseContainerfile(text: string, tools: string): readonly Instruction[] {
  const { DockerfileParser } = createRequire(join(tools, "."))("dockerfile-ast") as Parser;
  return DockerfileParser.parse(text).getInstructions().map(readInstruction);
}

function readInstruction(parsed: ParsedInstruction): Instruction {
  const flags = (parsed.getFlags?.() ?? []).map((flag) => [flag.getName(), flag.getValue() ?? ""] as const);
  const written = flags.map(([name, value]) => `--${name}=${value}`);
  let text = (parsed.getArgumentsContent() ?? "").replace(/\\\n/g, " ").trim();
  for (const flag of written) if (text.startsWith(flag)) text = text.slice(flag.length).trim();
  return {
    keyword: parsed.getKeyword(),
    text,
    flags: new Map(flags),
    line: parsed.getRange().start.line + 1,
  };
}

/** What the linter finds, a line for each. All of its rules are errors here. */
export function lintContainerfile(text: string, tools: string): readonly string[] {
  const { validate } = createRequire(join(tools, "."))("dockerfile-utils") as Linter;
  const severe = { deprecatedMaintainer: 2, directiveCasing: 2, emptyContinuationLine: 2 } as const;
  const settings = {
    ...severe,
    instructionCasing: 2,
    instructionCmdMultiple: 2,
    instructionEntrypointMultiple: 2,
    instructionHealthcheckMultiple: 2,
    instructionJSONInSingleQuotes: 2,
    instructionWorkdirRelative: 2,
  };
  return validate(text, settings).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
}
