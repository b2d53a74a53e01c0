import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keySnippets } from "../../../packages/console/src/features/applications/overview/quick-start/key-snippets.ts";
import { secretSnippets } from "../../../packages/console/src/features/applications/overview/quick-start/secret-snippets.ts";
import { signInSnippets } from "../../../packages/console/src/features/applications/overview/quick-start/sign-in-snippets.ts";
import { protectSnippets } from "../../../packages/console/src/features/resources/connect/protect-snippets.ts";
import { verifySnippets } from "../../../packages/console/src/features/resources/connect/verify-snippets.ts";
import type { Client, Driven, Workspace } from "../client.ts";
import { DEBIAN_PYTHON, ensureDebianPackages, isDebian } from "../support/debian.ts";
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
import { visit } from "../support/visit.ts";
import { installOnce } from "../support/workspace.ts";

const programIn = ({ folder }: Workspace, name: string) => join(folder, "venv/bin", name);

/** The quick starts for Python and FastAPI, as the console and the site show them. */
export const quickStartsPython: Client = {
  name: "quick-starts-python",
  redirectPaths: ["/callback"],
  postLogoutPaths: ["/"],
  async prepare(workspace) {
    const { folder } = workspace;
    if (isDebian()) await ensureDebianPackages(workspace);
    const python = isDebian() ? DEBIAN_PYTHON : requireProgram("python3", "install Python 3.10 or newer");
    await installOnce(workspace, ["requirements.txt"], async () => {
      await runProgram(python, ["-m", "venv", "--clear", "venv"], { folder });
      const pip = programIn(workspace, "pip");
      await runProgram(pip, ["install", "--quiet", "--no-deps", "-r", "requirements.txt"], { folder });
    });
    return describeVersions(folder);
  },
  async drive(driven) {
    await getTokens(driven);
    await verifyTokens(driven);
    await signInToProgram(driven);
    await driveApi(driven, (server) => startFastapi(driven, protectSnippets(server), "api"), "EdDSA");
    await signInToFastapi(driven);
  },
};

function describeVersions(folder: string): string {
  const requirements = readFileSync(join(folder, "requirements.txt"), "utf8");
  const named = /^(?:fastapi|authlib|joserfc|pyjwt|requests)==.+$/gim;
  return Array.from(requirements.matchAll(named), ([line]) => line.replace("==", " ")).join(", ");
}

function writeProgram({ folder }: Workspace, name: string, code: string): string {
  const file = `${name}.py`;
  writeFileSync(join(folder, file), code);
  return file;
}

async function getTokens(driven: Driven): Promise<void> {
  const { folder, scene, tried } = driven;
  const python = programIn(driven, "python");
  for (const inHeader of [false, true]) {
    const code = findProgram(secretSnippets({ ...machineOf(scene), inHeader }), "Python");
    const env = { [SECRET_VARIABLE]: scene.machine.client_secret };
    const output = await runProgram(python, [writeProgram(driven, "secret", code)], { folder, env });
    assert.equal(output, "granted: orders:read refused: orders:delete");
  }
  tried("Python: a token with the secret in the form, and in the header");

  writeFileSync(join(folder, "private-key.pem"), scene.keyMachine.private_key);
  const example = { ...machineOf(scene), clientId: scene.keyMachine.client_id };
  const code = findProgram(keySnippets(example, { keys: [{ kty: "RSA" }] }), "Python");
  const output = await runProgram(python, [writeProgram(driven, "key", code)], { folder });
  assert.equal(output, "granted: orders:read refused: orders:delete");
  tried("Python: a token with a key");
}

async function verifyTokens(driven: Driven): Promise<void> {
  const { folder, scene, tried } = driven;
  const file = writeProgram(driven, "verify", findProgram(verifySnippets(ordersOf(scene.issuer)), "Python"));
  const verify = async (scope: string) =>
    runProgram(programIn(driven, "python"), [file], {
      folder,
      env: { ACCESS_TOKEN: await requestToken(scene, scope) },
    });
  assert.equal(await verify("orders:read"), scene.machine.client_id);
  await assert.rejects(verify("orders:write"), /insufficient_scope/);
  await assert.rejects(verify("legacy:read"), /not an access token/);
  tried("Python: verifies a token, and refuses one without the scope and one of another type");
}

async function signInToProgram(driven: Driven): Promise<void> {
  const { scene, tried } = driven;
  const example = { ...webOf(scene), redirectUri: scene.callback };
  const file = writeProgram(driven, "sign_in", findProgram(signInSnippets(example), "Python"));
  const said = await signInAtTerminal(driven, programIn(driven, "python"), [file], {
    [SECRET_VARIABLE]: scene.application.client_secret,
  });
  assert.match(said, /usr_\w+ granted: openid profile orders:read refused: ?$/);
  tried("Python: a user signs in");
}

const startFastapi = (
  driven: Driven,
  snippets: Parameters<typeof findProgram>[0],
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<AsyncDisposable> => {
  writeProgram(driven, name, findProgram(snippets, "FastAPI"));
  const args = [`${name}:app`, "--port", String(driven.scene.port)];
  return startServer(driven, programIn(driven, "uvicorn"), args, env);
};

async function signInToFastapi(driven: Driven): Promise<void> {
  const { page, scene, tried } = driven;
  for (const inHeader of [false, true]) {
    const snippets = signInSnippets({ ...webOf(scene), inHeader });
    const env = { [SECRET_VARIABLE]: scene.application.client_secret };
    await using _server = await startFastapi(driven, snippets, "shop", env);
    await visit(page, scene.issuer, `${scene.url}/me`);
    assert.equal(page.url(), `${scene.url}/me`);
    const user = JSON.parse(await page.innerText("body"));
    assert.match(user.sub, /^usr_/);
    assert.deepEqual([user.name, user.scope], [scene.user.name, "openid profile orders:read"]);

    await page.goto(`${scene.url}/logout`);
    await page.click("#logout-confirm");
    await page.waitForURL(`${scene.url}/`);
    await page.goto(`${scene.url}/me`);
    assert.equal(new URL(page.url()).pathname, "/login", "the user has to sign in again");
  }
  tried("FastAPI: sign-in with PKCE, the name from the ID token, and logout");
}
