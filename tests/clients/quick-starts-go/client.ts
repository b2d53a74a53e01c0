import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { secretSnippets } from "../../../packages/console/src/features/applications/overview/quick-start/secret-snippets.ts";
import { signInSnippets } from "../../../packages/console/src/features/applications/overview/quick-start/sign-in-snippets.ts";
import { protectSnippets } from "../../../packages/console/src/features/resources/connect/protect-snippets.ts";
import { verifySnippets } from "../../../packages/console/src/features/resources/connect/verify-snippets.ts";
import type { Snippet } from "../../../packages/console/src/ui/display/snippet.ts";
import type { Client, Driven } from "../client.ts";
import { driveApi } from "../support/quick-starts/drive-api.ts";
import {
  findProgram,
  machineOf,
  ordersOf,
  SECRET_VARIABLE,
  webOf,
} from "../support/quick-starts/programs.ts";
import { signInAtTerminal } from "../support/quick-starts/sign-in-at-terminal.ts";
import { requestToken } from "../support/request-token.ts";
import { requireProgram, runProgram } from "../support/run-program.ts";
import { startServer } from "../support/start-server.ts";
import { installOnce } from "../support/workspace.ts";

const LIBRARIES = /^\t\S+\/(?:keyfunc\/v3|jwt\/v5|go-oidc\/v3|oauth2) v\S+/gm;
const findGo = () => requireProgram("go", "install Go 1.26 or newer (https://go.dev/dl)");

/** The quick starts for Go, as the console and the site show them. */
export const quickStartsGo: Client = {
  name: "quick-starts-go",
  async prepare(workspace) {
    const { folder } = workspace;
    const go = findGo();
    await installOnce(workspace, ["go.mod", "go.sum"], async () => {
      await runProgram(go, ["mod", "download"], { folder });
    });
    const manifest = readFileSync(join(folder, "go.mod"), "utf8");
    const libraries = Array.from(manifest.matchAll(LIBRARIES), ([line]) => line.trim());
    return [...libraries, (await runProgram(go, ["env", "GOVERSION"], { folder })).trim()].join(", ");
  },
  async drive(driven) {
    await getTokens(driven);
    await verifyTokens(driven);
    await signIn(driven);
    await driveApi(
      driven,
      async (server) => {
        const program = await build(driven, "protect", protectSnippets(server));
        return startServer(driven, program, [], { PORT: String(driven.scene.port) });
      },
      "EdDSA",
    );
  },
};

/** Each program is a `main` of its own, in a folder of its own; it has to be as gofmt writes it. */
async function build({ folder }: Driven, name: string, snippets: readonly Snippet[]): Promise<string> {
  const go = findGo();
  mkdirSync(join(folder, name), { recursive: true });
  const code = findProgram(snippets, "Go");
  writeFileSync(join(folder, name, "main.go"), `${code}\n`);
  const formatted = await runProgram(join(go, "../gofmt"), ["-l", name], { folder });
  assert.equal(formatted, "", "gofmt would change it");
  await runProgram(go, ["vet", `./${name}`], { folder });
  await runProgram(go, ["build", "-o", `${name}/program`, `./${name}`], { folder });
  return join(folder, name, "program");
}

async function getTokens(driven: Driven): Promise<void> {
  const { folder, scene, tried } = driven;
  for (const inHeader of [false, true]) {
    const program = await build(driven, "secret", secretSnippets({ ...machineOf(scene), inHeader }));
    const output = await runProgram(program, [], {
      folder,
      env: { [SECRET_VARIABLE]: scene.machine.client_secret },
    });
    assert.match(output, /^granted: orders:read refused: orders:delete$/m);
  }
  tried("a token with the secret in the form, and in the header");
}

async function verifyTokens(driven: Driven): Promise<void> {
  const { folder, scene, tried } = driven;
  const program = await build(driven, "verify", verifySnippets(ordersOf(scene.issuer)));
  const verify = async (scope: string) =>
    runProgram(program, [], { folder, env: { ACCESS_TOKEN: await requestToken(scene, scope) } });
  assert.equal(await verify("orders:read"), scene.machine.client_id);
  await assert.rejects(verify("orders:write"), /insufficient_scope/);
  await assert.rejects(verify("legacy:read"), /signing method RS256 is invalid/);
  tried("verifies a token, and refuses one without the scope and one of another resource");
}

async function signIn(driven: Driven): Promise<void> {
  const { scene, tried } = driven;
  const example = { ...webOf(scene), redirectUri: scene.callback };
  const program = await build(driven, "sign-in", signInSnippets(example));
  const said = await signInAtTerminal(driven, program, [], {
    [SECRET_VARIABLE]: scene.application.client_secret,
  });
  assert.match(said, /usr_\w+ granted: openid profile orders:read refused: ?$/);
  tried("a user signs in");
}
