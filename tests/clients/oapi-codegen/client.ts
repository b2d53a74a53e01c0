import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client, Driven } from "../client.ts";
import { driveProgram } from "../support/drive-program.ts";
import { fetchOpenapi } from "../support/fetch-openapi.ts";
import { requireProgram, runProgram } from "../support/run-program.ts";
import { installOnce } from "../support/workspace.ts";

const TOOL = "github.com/oapi-codegen/oapi-codegen/v2";
const findGo = () => requireProgram("go", "install Go 1.25 or newer (https://go.dev/dl)");

export const oapiCodegen: Client = {
  name: "oapi-codegen",
  async prepare(workspace) {
    const { folder } = workspace;
    const go = findGo();
    await installOnce(workspace, ["go.mod", "go.sum"], async () => {
      await runProgram(go, ["mod", "download"], { folder });
    });
    const manifest = readFileSync(join(folder, "go.mod"), "utf8");
    const version = new RegExp(`${TOOL} (v\\S+)`).exec(manifest)?.[1];
    return `oapi-codegen ${version}, ${(await runProgram(go, ["env", "GOVERSION"], { folder })).trim()}`;
  },
  async drive(driven) {
    await build(driven);
    await driveProgram(driven, join(driven.folder, "driver"), []);
  },
};

async function build(driven: Driven): Promise<void> {
  const { folder, tried } = driven;
  const go = findGo();
  const document = await fetchOpenapi(driven);
  mkdirSync(join(folder, "licet"), { recursive: true });
  const flags = ["-generate", "types,client", "-package", "licet", "-o", "licet/licet.gen.go"];
  await runProgram(go, ["tool", "oapi-codegen", ...flags, document], { folder });
  await runProgram(go, ["build", "-o", "driver", "."], { folder });
  tried("generated and built");
}
