import { quoteForShell } from "../quote-for-shell.ts";
import type { CompletedCommand } from "./command-tree.ts";

/** A completion for bash. Where it has no words to offer, bash completes names of files. */
export const writeBashScript = (
  commands: readonly CompletedCommand[],
): string => `# Completion of licet for bash. In ~/.bashrc:
#   source <(licet completion bash)
_licet() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" at=licet words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
    ${commands.flatMap(({ path }) => (path === "licet" ? [] : [`'${path}'`])).join(" | ")})
      at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $prev" in
${commands.flatMap(writeValues).join("\n")}
  *)
    case "$at" in
${commands.map(writeWords).join("\n")}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _licet licet
`;

/** What follows an option with a value: its choices, or anything. */
const writeValues = ({ path, options }: CompletedCommand): readonly string[] =>
  options
    .filter(({ takesValue }) => takesValue)
    .map(({ names, choices }) => {
      const patterns = names.map((name) => `'${path} ${name}'`).join(" | ");
      return `  ${patterns}) words=${writeList(choices)} ;;`;
    });

function writeWords({ path, subcommands, options, choices }: CompletedCommand): string {
  const plain = [...subcommands.map(({ name }) => name), ...choices];
  const dashed = options.flatMap(({ names }) => names);
  return `    '${path}') if [[ $cur == -* ]]; then words=${writeList(dashed)}; else words=${writeList(plain)}; fi ;;`;
}

const writeList = (words: readonly string[]): string =>
  words.length === 0 ? "''" : quoteForShell(words.join(" "));
