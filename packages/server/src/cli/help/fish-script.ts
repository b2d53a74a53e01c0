import type { CompletedCommand, CompletedOption } from "./command-tree.ts";

/** A completion for fish: one line for each command and option, under the condition that its words come before. */
export const writeFishScript = (
  commands: readonly CompletedCommand[],
): string => `# Completion of licet for fish:
#   licet completion fish > ~/.config/fish/completions/licet.fish
function __licet_at
    set -l words (commandline -opc)
    set -e words[1]
    set -l at licet
    for word in $words
        switch "$at $word"
            case ${commands.flatMap(({ path }) => (path === "licet" ? [] : [quote(path)])).join(" ")}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
complete -c licet -f
${commands.flatMap(writeCommand).join("\n")}
`;

function writeCommand(command: CompletedCommand): readonly string[] {
  const { path, subcommands, choices, options, takesFile } = command;
  const begin = `complete -c licet -n ${quote(`__licet_at ${quote(path)}`)}`;
  return [
    ...subcommands.map(({ name, summary }) => `${begin} -a ${quote(name)} -d ${quote(summary)}`),
    ...choices.map((choice) => `${begin} -a ${quote(choice)}`),
    ...(takesFile ? [`${begin} -F`] : []),
    ...options.map((option) => `${begin} ${writeOption(option)} -d ${quote(option.description)}`),
  ];
}

function writeOption({ names, takesValue, choices }: CompletedOption): string {
  const flags = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  if (choices.length > 0) return [...flags, `-x -a ${quote(choices.join(" "))}`].join(" ");
  return [...flags, ...(takesValue ? ["-r -F"] : [])].join(" ");
}

/** In single quotes, fish reads only \\\\ and \\' as escapes. */
const quote = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;
