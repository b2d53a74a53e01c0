import { quoteForShell } from "../quote-for-shell.ts";
import type { CompletedCommand } from "./command-tree.ts";

/** A completion for zsh, with the descriptions of commands and options. */
export const writeZshScript = (commands: readonly CompletedCommand[]): string => `#compdef licet
# Completion of licet for zsh. In ~/.zshrc, after compinit:
#   source <(licet completion zsh)
_licet() {
  local at=licet i
  local -a names options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
    (${commands.flatMap(({ path }) => (path === "licet" ? [] : [`'${path}'`])).join(" | ")})
      at="$at \${words[i]}" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${commands.flatMap(writeValues).join("\n")}
  esac
  case "$at" in
${commands.map(writeNames).join("\n")}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options
  elif (( $#names )); then
    _describe command names
  else
    _files
  fi
}
if [[ "$funcstack[1]" == _licet ]]; then
  _licet "$@"
else
  compdef _licet licet
fi
`;

const writeValues = ({ path, options }: CompletedCommand): readonly string[] =>
  options
    .filter(({ takesValue }) => takesValue)
    .map(({ names, choices }) => {
      const patterns = names.map((name) => `'${path} ${name}'`).join(" | ");
      const offer = choices.length === 0 ? "_files" : `compadd -- ${choices.map(quoteForShell).join(" ")}`;
      return `  (${patterns}) ${offer}; return ;;`;
    });

function writeNames({ path, subcommands, options, choices }: CompletedCommand): string {
  const names = [
    ...subcommands.map(({ name, summary }) => describe(name, summary)),
    ...choices.map((choice) => describe(choice, choice)),
  ];
  const described = options.flatMap((option) =>
    option.names.map((name) => describe(name, option.description)),
  );
  return `  ('${path}') names=(${names.join(" ")}) options=(${described.join(" ")}) ;;`;
}

/** `_describe` takes `name:description`. */
const describe = (name: string, description: string): string =>
  quoteForShell(`${name.replaceAll(":", "\\:")}:${description}`);
