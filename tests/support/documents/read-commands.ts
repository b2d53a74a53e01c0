import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/testing/root.ts";

export interface DocumentedCommand {
  /** `README.md:12` */
  readonly place: string;
  /** As it is typed, continued lines included, without the prompt. */
  readonly command: string;
  /** The answer that the document shows below it; `undefined` if it shows none. */
  readonly answer: string | undefined;
}

export interface Block {
  readonly language: string;
  readonly content: string;
  /** The line of its first content. */
  readonly line: number;
}

const FENCE = /^( *)```(\w*)\n([\s\S]*?)^ *```/gm;

export function readBlocks(document: string): readonly Block[] {
  const text = readFileSync(join(root, document), "utf8");
  return Array.from(text.matchAll(FENCE), ({ 1: indent = "", 2: language = "", 3: content = "", index }) => ({
    language,
    content: content.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    line: text.slice(0, index).split("\n").length + 1,
  }));
}

/**
 * The commands of a document. In an `sh` block every line is one; in a `console` block a command follows the prompt
 * `$ `, and the lines below it are its answer.
 */
export const readCommands = (document: string): readonly DocumentedCommand[] =>
  readBlocks(document).flatMap((block) => {
    if (block.language !== "sh" && block.language !== "console") return [];
    return readSteps(block).map(({ line, command, answer }) => ({
      place: `${document}:${line}`,
      command,
      answer: block.language === "console" && answer.trim() !== "" ? answer : undefined,
    }));
  });

/** Lines outside of `sh` and `console` blocks that look like commands: the test would not see them. */
export const findHiddenCommands = (document: string): readonly string[] =>
  readBlocks(document)
    .filter(({ language }) => language !== "sh" && language !== "console")
    .flatMap(({ content, line }) =>
      content
        .split("\n")
        .map((text, index) => ({ text, place: `${document}:${line + index}` }))
        .filter(({ text }) => /^(\$|licet|npm|npx|curl) /.test(text))
        .map(({ text, place }) => `${place}: ${text}`),
    );

interface Step {
  readonly line: number;
  command: string;
  answer: string;
}

function readSteps({ language, content, line }: Block): readonly Step[] {
  const steps: Step[] = [];
  for (const [index, text] of content.split("\n").entries()) {
    const last = steps.at(-1);
    if (last?.command.endsWith("\\")) last.command += `\n${text}`;
    else if (language === "console" && !text.startsWith("$ ")) {
      if (last) last.answer += `${text}\n`;
    } else if (text.trim() !== "" && !text.startsWith("#"))
      steps.push({ line: line + index, command: text.replace(/^\$ /, ""), answer: "" });
  }
  return steps;
}
