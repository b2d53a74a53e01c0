import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Argument, type Command } from "commander";
import { readVersion } from "../../version.ts";
import type { CommandContext } from "../command-context.ts";
import { writeProject } from "./write-project.ts";

const TEMPLATES = fileURLToPath(new URL("../../../templates/", import.meta.url));
const FRAMEWORKS = ["express", "fastify", "hono", "next"] as const;
type Framework = (typeof FRAMEWORKS)[number];

export function defineInitCommand(command: Command, context: CommandContext): void {
  command
    .description(
      "Write a small project: an API that is protected by permission, a web application where users sign in, and a test. It starts with npm install and npm start. Files that exist are never replaced.",
    )
    .addArgument(new Argument("<framework>", "what the API is written with").choices(FRAMEWORKS))
    .argument("[folder]", "where to write it; a new folder, or an empty one", "licet-shop")
    .action((framework: Framework, folder: string) => init(context, framework, folder))
    .addHelpText(
      "after",
      `
Its secrets and passwords are made here, for your machine.

Examples:
  licet init express
  licet init next my-shop`,
    );
}

async function init({ terminal }: CommandContext, framework: Framework, folder: string): Promise<void> {
  const target = resolve(terminal.cwd, folder);
  const { files, password } = await writeProject({
    templates: TEMPLATES,
    framework,
    target,
    name: basename(target),
    version: readVersion(),
  });
  terminal.stdout.write(
    `Wrote ${files.length} files to ${folder}. Start it:

  cd ${folder}
  npm install
  npm start

Then open http://127.0.0.1:3000 and sign in as alice or bob, with the password ${password}
`,
  );
}
