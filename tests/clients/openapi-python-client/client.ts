import { delimiter, join } from "node:path";
import type { Client, Driven, Workspace } from "../client.ts";
import { DEBIAN_PYTHON, ensureDebianPackages, isDebian } from "../support/debian.ts";
import { driveProgram } from "../support/drive-program.ts";
import { fetchOpenapi } from "../support/fetch-openapi.ts";
import { requireProgram, runProgram } from "../support/run-program.ts";
import { installOnce } from "../support/workspace.ts";

const SUPPORT = join(import.meta.dirname, "../support");
const programsOf = ({ folder }: Workspace) => join(folder, "venv/bin");

export const openapiPythonClient: Client = {
  name: "openapi-python-client",
  async prepare(workspace) {
    const { folder } = workspace;
    if (isDebian()) await ensureDebianPackages(workspace);
    const python = isDebian() ? DEBIAN_PYTHON : requireProgram("python3", "install Python 3.10 or newer");
    await installOnce(workspace, ["requirements.txt"], async () => {
      await runProgram(python, ["-m", "venv", "--clear", "venv"], { folder });
      const pip = join(programsOf(workspace), "pip");
      await runProgram(pip, ["install", "--quiet", "--no-deps", "-r", "requirements.txt"], { folder });
    });
    const version = await runProgram(join(programsOf(workspace), "openapi-python-client"), ["--version"], {
      folder,
    });
    return version.replace(" version:", "");
  },
  async drive(driven) {
    await generate(driven);
    await driveProgram(driven, join(programsOf(driven), "python"), ["drive.py"], { PYTHONPATH: SUPPORT });
  },
};

async function generate(driven: Driven): Promise<void> {
  const { folder, tried } = driven;
  const document = await fetchOpenapi(driven);
  const args = [
    "generate",
    "--path",
    document,
    "--meta",
    "none",
    "--output-path",
    "licet_client",
    "--overwrite",
  ];
  // It formats its work with ruff, which is beside it.
  const env = { PATH: [programsOf(driven), process.env.PATH].join(delimiter) };
  const program = join(programsOf(driven), "openapi-python-client");
  await runProgram(program, [...args, "--fail-on-warning"], { folder, env });
  tried("generated without a warning");
}
