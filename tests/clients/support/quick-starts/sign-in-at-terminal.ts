import type { Driven } from "../../client.ts";
import { runProgram } from "../run-program.ts";

/** Runs a program that prints an address, and reads where the browser ended. Returns its last line. */
export async function signInAtTerminal(
  { folder, scene }: Driven,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const output = await runProgram(command, args, {
    folder,
    env,
    onLine(line, type) {
      if (!line.startsWith(`${scene.issuer}/oidc/auth?`)) return;
      const visited = fetch(scene.visit, { method: "POST", body: line }).then((answer) => answer.json());
      // What goes wrong is seen in what the program says to it.
      void visited.then(
        (page) => type(`${(page as { readonly url: string }).url}\n`),
        (error) => type(`${error}\n`),
      );
    },
  });
  return output.split("\n").at(-1) ?? "";
}
