/** Runs the commands that documents show at a terminal, one after the other, as a reader does. */

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../../packages/server/src/cli/testing/free-port.ts";
import {
  createLicetFolder,
  type LicetResult,
  type RunningLicet,
} from "../../../packages/server/src/cli/testing/run-licet.ts";
import { root } from "../../../scripts/testing/root.ts";
import { untilKnown } from "../until-known.ts";
import { answerPattern } from "./answer-pattern.ts";

const run = promisify(execFile);
const LICET = join(root, "packages/server/bin/licet.mjs");
/** The address in the documents; the server of a test has another port. */
const SHOWN_ADDRESS = "http://127.0.0.1:4455";
/** The commands that run Licet: as an installed program, and by the scripts of package.json. */
const LICET_COMMAND = /^(?:licet|npm run (?:-s )?licet --) /;
const START_COMMAND = /^npm start(?: -- |$)/;

export interface CommandRunner {
  /** Where the commands run. */
  readonly folder: string;
  readonly url: string;
  writeFile(name: string, content: string): void;
  /** Runs a command and resolves with its output. The server of `licet serve` runs until the next one, or `stop`. */
  run(command: string, answer?: string): Promise<LicetResult>;
  stop(): Promise<void>;
}

export async function createCommandRunner(): Promise<CommandRunner> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const folder = createLicetFolder({ LICET_PORT: port });
  const shell = createShell(folder.path, { LICET: url, LICET_PORT: port });
  let server: RunningLicet | undefined;
  const stopServer = async () => {
    server?.stop();
    await server?.result;
    server = undefined;
  };
  const serve = async (argv: readonly string[], answer = "…"): Promise<LicetResult> => {
    await stopServer();
    const started = folder.start(argv);
    server = started;
    let stdout = "";
    // The other lines of a start follow this one. If they do not, the caller tells what is missing.
    await untilKnown(async () => {
      stdout = shown(await started.printed(/Database/));
      return answerPattern(answer).test(stdout);
    }).catch(() => undefined);
    return { code: 0, stdout, stderr: "" };
  };
  const shown = (text: string) => text.replaceAll(url, SHOWN_ADDRESS);
  return {
    folder: folder.path,
    url,
    writeFile: (name, content) => writeFileSync(join(folder.path, name), content),
    async run(command, answer) {
      const here = command.replaceAll(SHOWN_ADDRESS, url);
      const line = parseLicetCommand(here);
      if (line?.argv[0] === "serve") return serve(line.argv, answer);
      const result = line
        ? await folder.run(line.argv, line.input && readFileSync(join(folder.path, line.input), "utf8"))
        : await shell(here);
      if (line?.output) writeFileSync(join(folder.path, line.output), result.stdout);
      return { ...result, stdout: shown(result.stdout) };
    },
    async stop() {
      await stopServer();
      folder.remove();
    },
  };
}

/** Parses a plain command of Licet, which needs no shell and no process; `undefined` for every other command. */
function parseLicetCommand(command: string) {
  const started = command.replace(START_COMMAND, "licet serve --demo ");
  if (!LICET_COMMAND.test(started) || /[|$;&`]/.test(started.replaceAll(/'[^']*'/g, ""))) return undefined;
  const words = started.replace(LICET_COMMAND, "").replaceAll(/\\\n/g, " ");
  const argv = Array.from(words.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, ...found]) => found.join(""));
  const after = (sign: string) => (argv.includes(sign) ? argv.splice(argv.indexOf(sign), 2)[1] : undefined);
  return { input: after("<"), output: after(">"), argv };
}

/** A real shell in the folder. It has `licet` in its path, and keeps variables of the forms `NAME=value` and `NAME=$(…)`. */
function createShell(cwd: string, env: Record<string, string>) {
  const bin = join(cwd, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "licet"), `#!/bin/sh\nexec "${process.execPath}" "${LICET}" "$@"\n`, {
    mode: 0o755,
  });
  // curl ends with 0 for every answer; here an error of the server is an error of the command.
  writeFileSync(join(cwd, ".curlrc"), "fail-with-body\n");
  const variables = { ...env, HOME: cwd, PATH: `${bin}:${process.env.PATH}` };
  return async (command: string): Promise<LicetResult> => {
    const [, plain, value] = /^([A-Z_]+)=([\w…-]+)$/.exec(command) ?? [];
    if (plain) {
      Object.assign(variables, { [plain]: value });
      return { code: 0, stdout: "", stderr: "" };
    }
    const [, name, inner] = /^([A-Z_]+)=\$\(([\s\S]*)\)$/.exec(command) ?? [];
    const line = (inner ?? command).replaceAll(/npm run -s licet --/g, "licet");
    const result = await run("/bin/sh", ["-c", line], { cwd, env: variables }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code: Number(code), stdout, stderr }),
    );
    if (name) Object.assign(variables, { [name]: result.stdout.trim() });
    return result;
  };
}
