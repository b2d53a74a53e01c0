import { Argument, type Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { writeBashScript } from "./bash-script.ts";
import { listCompleted } from "./command-tree.ts";
import { writeFishScript } from "./fish-script.ts";
import { writeZshScript } from "./zsh-script.ts";

const SCRIPTS = { bash: writeBashScript, zsh: writeZshScript, fish: writeFishScript };

export function defineCompletionCommand(command: Command, { terminal }: CommandContext): void {
  command
    .description("Print a script that completes the commands and options of licet in a shell.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SCRIPTS)))
    .action((shell: keyof typeof SCRIPTS) => {
      terminal.stdout.write(SCRIPTS[shell](listCompleted(command.parent as Command)));
    })
    .addHelpText(
      "after",
      `
In a checkout, where the command is npm run -s licet --, add this first: alias licet='npm run -s licet --'

Examples:
  licet completion bash >> ~/.bashrc
  licet completion zsh > ~/.zsh/completions/_licet
  licet completion fish > ~/.config/fish/completions/licet.fish`,
    );
}
