import assert from "node:assert/strict";
import { test } from "node:test";
import { authTexts } from "../../../packages/console/src/auth/texts.ts";
import { activityTexts } from "../../../packages/console/src/components/activity/texts.ts";
import { signInTexts } from "../../../packages/console/src/features/playground/sign-in/texts.ts";
import { playgroundTexts } from "../../../packages/console/src/features/playground/texts.ts";
import { shellTexts } from "../../../packages/console/src/shell/texts.ts";
import { useConsole } from "./support/use-console.ts";

const consoles = useConsole();
const texts = playgroundTexts.en;
const words = signInTexts.en;
const SECRET = "demo-shop-secret-not-for-production";

test("an application's page leads to the Playground, where a real sign-in ends with decoded tokens and reasons", async () => {
  const { licet } = consoles;
  const { page, browserErrors, close } = await consoles.enter("/applications/shop");
  const callback = `${licet.url}/console/playground/callback`;
  const redirectUris = async () =>
    (await licet.services.clients.find("shop"))?.application.redirectUris ?? [];
  await page.getByRole("main").getByRole("link", { name: shellTexts.en.playground }).click();
  await page.getByRole("heading", { level: 1, name: texts.playground }).waitFor();
  assert.match(page.url(), /\?mode=sign-in&client=shop&scope=openid/);

  const start = page.getByRole("button", { name: texts.submit["sign-in"], exact: true });
  await page.getByText(words.notRegistered).first().waitFor();
  assert.ok(await start.isDisabled(), "the sign-in cannot end here yet");
  await page.getByRole("button", { name: words.add }).click();
  assert.ok(!(await redirectUris()).includes(callback), "nothing changes before the confirmation");
  await page.getByRole("dialog").getByRole("button", { name: words.add }).click();
  await page.getByText(words.registered).waitFor();
  assert.ok((await redirectUris()).includes(callback));

  await page.getByRole("textbox", { name: texts.secret }).fill(SECRET);
  const opening = page.waitForEvent("popup");
  await start.click();
  const tab = await opening;
  await page.getByText(words.waiting).waitFor();
  await tab.getByRole("heading", { level: 1 }).waitFor();
  const ended = tab.waitForEvent("close");
  await tab.getByRole("button", { name: /Allow/ }).click();
  await ended;

  await page.getByText(words.signedInAs).waitFor();
  const access = page.getByRole("region", { name: words.accessToken });
  await access.getByText("at+jwt").waitFor();
  assert.match(await access.innerText(), /"?client_id"?:? ?"?shop/);
  assert.match(await access.innerText(), new RegExp(words.accessTokenNote.slice(0, 20)));
  await page.getByRole("region", { name: words.idToken }).getByText("preferred_username").waitFor();
  const verdicts = page.getByRole("list", { name: texts.verdicts });
  await verdicts.getByText(texts.needsNoGrant).first().waitFor();
  assert.ok((await verdicts.getByText(texts.refused, { exact: true }).count()) > 0, "refusals have reasons");
  assert.ok(!page.url().includes(SECRET) && !page.url().includes("code="));
  assert.equal(
    await page
      .evaluate("JSON.stringify(sessionStorage)")
      .then((kept) => /verifier|demo-shop/.test(String(kept))),
    false,
  );

  await page.getByRole("button", { name: words.remove, exact: true }).click();
  await page.getByText(words.notRegistered).first().waitFor();
  assert.ok(!(await redirectUris()).includes(callback), "it can be removed again");

  await page.goto(`${licet.url}/console/applications/shop/activity`);
  const told = page.getByRole("list", { name: activityTexts.en.activity }).getByRole("listitem").first();
  await told.getByText("got a token for Ada").waitFor();
  await told.getByRole("link", { name: activityTexts.en.openInPlayground }).waitFor();

  const stray = await page.context().newPage();
  await stray.goto(`${callback}?code=stolen&state=wrong&iss=${encodeURIComponent(licet.url)}`);
  await stray.getByText(authTexts.en.playgroundUnclaimed).waitFor();
  assert.equal(stray.url(), callback, "the code is no longer in the address");
  assert.deepEqual(browserErrors, []);
  await close();
});
