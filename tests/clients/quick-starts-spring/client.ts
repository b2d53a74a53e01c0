import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { signInSnippets } from "../../../packages/console/src/features/applications/overview/quick-start/sign-in-snippets.ts";
import { protectSnippets } from "../../../packages/console/src/features/resources/connect/protect-snippets.ts";
import type { Snippet } from "../../../packages/console/src/ui/display/snippet.ts";
import type { Client, Driven, Workspace } from "../client.ts";
import { driveApi } from "../support/quick-starts/drive-api.ts";
import { findProgram, ordersOf, SECRET_VARIABLE, webOf } from "../support/quick-starts/programs.ts";
import { requireProgram, runProgram } from "../support/run-program.ts";
import { startServer } from "../support/start-server.ts";
import { visit } from "../support/visit.ts";

const JAR = "target/licet-quick-start.jar";
const SOURCES = "src/main/java/example";

/** The quick starts for Spring Boot, as the console and the site show them. */
export const quickStartsSpring: Client = {
  name: "quick-starts-spring",
  isOptional: true,
  redirectPaths: ["/callback"],
  postLogoutPaths: ["/"],
  async prepare(workspace) {
    workspace.say("building with Maven");
    // Another issuer's program, to have all that is needed before the first is driven.
    await build(workspace, "Api", protectSnippets(ordersOf("https://id.example.test")));
    const pom = readFileSync(join(workspace.folder, "pom.xml"), "utf8");
    return `Spring Boot ${/<parent>[\s\S]*<version>(.+)<\/version>[\s\S]*<\/parent>/.exec(pom)?.[1]}`;
  },
  async drive(driven) {
    await driveApi(driven, (server) => start(driven, "Api", protectSnippets(server)), "RS256");
    await signIn(driven);
  },
};

async function build({ folder }: Workspace, name: string, snippets: readonly Snippet[]): Promise<void> {
  const maven = requireProgram("mvn", "install Maven and a JDK 17 or newer");
  // One program at a time: Spring would take up the other beside it.
  rmSync(join(folder, SOURCES), { recursive: true, force: true });
  mkdirSync(join(folder, SOURCES), { recursive: true });
  writeFileSync(join(folder, SOURCES, `${name}.java`), `${findProgram(snippets, "Spring Boot")}\n`);
  await runProgram(maven, ["-B", "-q", "-ntp", "clean", "package"], { folder });
}

async function start(driven: Driven, name: string, snippets: readonly Snippet[]): Promise<AsyncDisposable> {
  const { scene } = driven;
  await build(driven, name, snippets);
  const java = requireProgram("java", "install a JDK 17 or newer");
  return startServer(driven, java, ["-jar", JAR], {
    SERVER_ADDRESS: "127.0.0.1",
    SERVER_PORT: String(scene.port),
    [SECRET_VARIABLE]: scene.application.client_secret,
  });
}

async function signIn(driven: Driven): Promise<void> {
  const { page, scene, tried } = driven;
  for (const inHeader of [false, true]) {
    await using _server = await start(driven, "Shop", signInSnippets({ ...webOf(scene), inHeader }));
    await visit(page, scene.issuer, `${scene.url}/me`);
    const { user, scope } = JSON.parse(await page.innerText("body"));
    assert.match(user.sub, /^usr_/);
    assert.equal(user.name, scene.user.name);
    assert.deepEqual(scope.toSorted(), ["openid", "orders:read", "profile"]);

    // The page at GET /logout is Spring's own.
    await page.goto(`${scene.url}/logout`);
    await page.click("button");
    await page.waitForURL((url) => url.pathname !== "/logout");
    await page.goto(`${scene.url}/me`);
    assert.equal(new URL(page.url()).pathname, "/login", "the user has to sign in again");
  }
  tried("sign-in with the secret in the form and in the header, the name from the ID token, and logout");
}
