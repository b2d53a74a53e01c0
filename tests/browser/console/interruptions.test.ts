import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Route } from "playwright-core";
import { authTexts } from "../../../packages/console/src/auth/texts.ts";
import { rolesTexts } from "../../../packages/console/src/components/roles/texts.ts";
import { groupsTexts } from "../../../packages/console/src/features/groups/texts.ts";
import { partsTexts } from "../../../packages/console/src/parts/texts.ts";
import { shellTexts } from "../../../packages/console/src/shell/texts.ts";
import { uiTexts } from "../../../packages/console/src/ui/texts.ts";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { signIn } from "../support/user-at-page.ts";
import { seeView, signInAsAdministrator } from "./support/administrator.ts";
import { useOwnConsole } from "./support/use-console.ts";

const [auth, parts, roles, shell, ui] = [
  authTexts.en,
  partsTexts.en,
  rolesTexts.en,
  shellTexts.en,
  uiTexts.en,
];
const ADA = { username: "ada", password: "ada-demo-password" };
const BOB = { username: "bob", password: "bob-demo-password" };

const consoles = useOwnConsole(
  "it ends every session of the administrator, and changes entities of the demo",
);

const description = (page: Page, texts: (typeof rolesTexts)["en"] = roles) =>
  page.getByRole("textbox", { name: texts.descriptionLabel });
const save = (page: Page) => page.getByRole("button", { name: ui.save, exact: true });

let count = 0;

/** An administrator who edits a role. */
async function beginToType(prepare?: (page: Page) => Promise<unknown>) {
  const visit = await consoles.visit();
  const { page } = visit;
  const tokens = watchTokens(page);
  await prepare?.(page);
  await page.goto(`${consoles.licet.url}/console/roles/clerk`);
  await signInAsAdministrator(page);
  count += 1;
  const typed = `Serves at the counter and on ${count} telephones`;
  await description(page).fill(typed);
  return { ...visit, typed, tokens };
}

interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

/** The last tokens of a tab. */
function watchTokens(page: Page): () => Promise<TokenAnswer> {
  let last: Promise<TokenAnswer> | undefined;
  page.on("response", (response) => {
    if (response.url().endsWith("/oidc/token") && response.ok()) last = response.json();
  });
  return async () => {
    assert.ok(last, "the tab asked for tokens");
    return last;
  };
}

/** An administrator ends every session of the user with these tokens. */
async function endSessions({ access_token, id_token }: TokenAnswer): Promise<void> {
  const { sub } = JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString());
  const response = await fetch(`${consoles.licet.url}/api/v1/users/${sub}/sessions`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${access_token}` },
  });
  assert.ok(response.ok);
}

/** The session exceeds its idle lifetime. */
const expireSessions = () =>
  runSql(consoles.licet.database.url, "update sessions set last_seen_at = last_seen_at - 86400");

async function tryToRenew({ refresh_token }: TokenAnswer): Promise<{ readonly error?: string }> {
  const body = new URLSearchParams({
    client_id: "licet-console",
    grant_type: "refresh_token",
    refresh_token,
  });
  const response = await fetch(`${consoles.licet.url}/oidc/token`, { method: "POST", body });
  return (await response.json()) as { readonly error?: string };
}

test("signing out in one tab shows in the other tab at once, and revokes the tokens of both", async () => {
  const { page, typed, tokens: tokensOfFirst, close } = await beginToType();
  const revoked = page.waitForResponse("**/oidc/revoke");
  const second = await page.context().newPage();
  const tokensOfSecond = watchTokens(second);
  await second.goto(`${consoles.licet.url}/console/groups`);
  await seeView(second);
  await second.getByRole("button", { name: shell.userMenu }).click();
  await second.getByRole("menuitem", { name: shell.signOut }).click();

  await page.getByRole("dialog", { name: auth.sessionOver }).waitFor();
  assert.equal(await page.locator("#main textarea, #main input").first().inputValue(), typed);
  await Promise.all([second.waitForURL("**/login?**"), revoked]);
  assert.equal((await tryToRenew(await tokensOfFirst())).error, "invalid_grant");
  assert.equal((await tryToRenew(await tokensOfSecond())).error, "invalid_grant");

  await signIn(second, BOB);
  await second.getByText(auth.noAccess).waitFor();
  await page.getByRole("dialog", { name: auth.otherSignedIn("Bob") }).waitFor();
  await close();
});

test("when the session is ended, a form keeps its input, also in another language, and is saved after signing in again", async () => {
  const { page, typed, tokens, close } = await beginToType();
  await endSessions(await tokens());

  await save(page).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: auth.notNow }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: shell.language }).click();
  await page.getByRole("menuitemradio", { name: "简体中文" }).click();
  assert.equal(await description(page, rolesTexts.zh).inputValue(), typed);
  await page.getByRole("button", { name: uiTexts.zh.save, exact: true }).waitFor();
  await page.getByRole("button", { name: shellTexts.zh.language }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();

  // The notice at the form offers the sign-in; no further call has to fail first.
  await page.getByRole("alert").getByRole("button", { name: auth.signInAgain }).click();
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("button", { name: auth.signInAgain }).click(),
  ]);
  await signIn(popup, ADA);
  await page.getByText(auth.signedInAgain).waitFor();
  await dialog.waitFor({ state: "detached" });
  await save(page).click();
  await page.getByText(roles.saved).waitFor();
  await close();
});

test("when the session expires, a form keeps its input and is saved after signing in again", async () => {
  const { page, typed, tokens, close } = await beginToType();
  await expireSessions();
  assert.equal((await tryToRenew(await tokens())).error, "invalid_grant");

  await save(page).click();
  const dialog = page.getByRole("dialog", { name: auth.sessionOver });
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("button", { name: auth.signInAgain }).click(),
  ]);
  await signIn(popup, ADA);
  await page.getByText(auth.signedInAgain).waitFor();
  assert.equal(await description(page).inputValue(), typed);
  await save(page).click();
  await page.getByText(roles.saved).waitFor();
  await close();
});

test("closing the dialog about the session returns the focus to the button", async () => {
  const { page, close } = await beginToType();
  await page.route("**/api/v1/roles/clerk", (route) => route.fulfill({ status: 401, body: "" }));
  await page.route("**/oidc/token", (route) =>
    route.fulfill({ status: 400, json: { error: "invalid_grant" } }),
  );
  await save(page).click();
  await page.getByRole("dialog", { name: auth.sessionOver }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.equal(await page.locator(":focus").textContent(), ui.save);
  await close();
});

test("signing in again as another user is reported, and saves nothing as that user", async () => {
  const { page, typed, tokens, close } = await beginToType();
  await endSessions(await tokens());
  await save(page).click();
  const dialog = page.getByRole("dialog");
  const [first] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("button", { name: auth.signInAgain }).click(),
  ]);
  await signIn(first, BOB);
  await dialog.getByRole("heading", { name: auth.otherSignedIn("Bob") }).waitFor();
  assert.equal((await tryToRenew(await tokens())).error, "invalid_grant");

  const [second] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("button", { name: auth.signInAs("Ada") }).click(),
  ]);
  await second.locator("#login-submit").waitFor();
  assert.equal(await second.locator('input[name="username"]').inputValue(), "ada");
  await signIn(second, ADA);
  await dialog.waitFor({ state: "detached" });
  assert.equal(await description(page).inputValue(), typed);
  await close();
});

test("a part of the console that fails to load can be retried, and the form keeps its input", async () => {
  const { page, typed, close } = await beginToType((tab) =>
    tab.route("**/assets/palette-*", (route) => route.abort()),
  );

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByText(parts.notLoaded).waitFor();
  await page.unroute("**/assets/palette-*");
  await page.getByRole("button", { name: parts.retry }).click();
  await page.getByRole("combobox", { name: shell.search }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await description(page).inputValue(), typed);
  await page.getByRole("button", { name: ui.discard }).click();

  await page.context().setOffline(true);
  await page.getByRole("link", { name: shell.groups, exact: true }).click();
  await page.locator("#main").getByText(parts.reasons.unreachable).waitFor();
  await page.getByRole("link", { name: shell.roles, exact: true }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: parts.retry }).click();
  await page.getByRole("heading", { level: 1, name: groupsTexts.en.title }).waitFor();
  await close();
});

test("a view that fails shows an error in the user's language beside the navigation, and can be retried", async () => {
  const { page, close } = await consoles.enter("/", { locale: "zh-CN" });
  await page.route(/\/api\/v1\/groups/, (route) => route.fulfill({ json: { items: [null] } }));
  const groups = page.getByRole("link", { name: shellTexts.zh.groups, exact: true });
  await groups.click();
  await page.locator("#main").getByText(partsTexts.zh.broken).waitFor();
  await groups.waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: partsTexts.zh.retry }).click();
  await page.getByRole("heading", { level: 1, name: groupsTexts.zh.title }).waitFor();
  await close();
});

test("when the server has a newer console, the page asks the user to reload and does not reload by itself", async () => {
  const { page, close } = await consoles.enter("/roles");
  await page.evaluate("window.sameDocument = true");
  await page.route("**/console/assets/**", (route) => route.fulfill({ status: 404, body: "" }));
  await page.route("**/console/", (route) =>
    route.fulfill({ contentType: "text/html", body: '<script type="module" src="/console/assets/new.js">' }),
  );
  await page.getByRole("link", { name: shell.groups, exact: true }).click();
  await page.locator("#main").getByText(parts.reasons.new_version).waitFor();
  await page.getByRole("button", { name: parts.reload }).waitFor();
  assert.equal(await page.evaluate("window.sameDocument"), true);
  await close();
});

test("a 502 of a proxy and a 429 of the server do not end the session", async () => {
  const { page, close } = await beginToType();
  const html = { contentType: "text/html", body: "<html><body>Bad gateway</body></html>" };
  const saveAndSee = async (text: string) => {
    await save(page).click();
    await page.getByRole("alert").filter({ hasText: text }).waitFor();
  };
  let answer: (route: Route) => Promise<void> = (route) => route.fulfill({ status: 502, ...html });
  await page.route("**/api/v1/roles/clerk", (route) => answer(route));
  await saveAndSee(ui.noAnswer);

  // From here on the server rejects the access token, and the renewal fails for another reason.
  answer = (route) => route.fulfill({ status: 401, body: "" });
  let renewal: (route: Route) => Promise<void> = (route) => route.abort();
  await page.route("**/oidc/token", (route) => renewal(route));
  await saveAndSee(ui.unreachable);
  renewal = (route) => route.fulfill({ status: 502, ...html });
  await saveAndSee(ui.noAnswer);
  renewal = (route) => route.fulfill({ status: 429, json: { error: "slow_down" } });
  await saveAndSee(ui.tooMany);
  assert.equal(await page.getByRole("dialog").count(), 0);

  [answer, renewal] = [(route) => route.continue(), (route) => route.continue()];
  await save(page).click();
  await page.getByText(roles.saved).waitFor();
  await close();
});

test("without a connection a form reports that saving failed, and keeps its input", async () => {
  const { page, close } = await consoles.enter("/applications/reports");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Reports of the night");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: ui.save, exact: true }).click();
  await page.getByText(ui.unreachable).waitFor();
  assert.equal(await name.inputValue(), "Reports of the night");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: ui.save, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Reports of the night" }).waitFor();
  await close();
});
