import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { credentialsTexts } from "../../../packages/console/src/features/applications/credentials/texts.ts";
import { uiTexts } from "../../../packages/console/src/ui/texts.ts";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { postForm } from "../../support/start-licet.ts";
import { useConsole } from "./support/use-console.ts";

const CALLERS = 3;
const SILENCE_MILLISECONDS = 120_000;
const PAUSE_MILLISECONDS = 50;
const OLD_SECRET = "the-secret-of-the-bakery-before-its-rotation";
const BAKERY = `
applications: [{ client_id: bakery, client_secret: ${OLD_SECRET}, name: Bakery, type: service }]
assignments: [{ principal: application:bakery, permission: orders:read }]`;
const texts = credentialsTexts.en;

const consoles = useConsole();

test("a secret is rotated in the console while its application sends requests, and none of them fails", async () => {
  await consoles.licet.apply(BAKERY);
  // As in life, it is older than the next one. Times are in whole seconds, and the test takes less than one.
  await runSql(consoles.licet.database.url, "update secrets set created_at = created_at - 60");
  const { page, browserErrors, close } = await consoles.enter("/applications/bakery/credentials");
  await page.clock.install();
  await page.reload();
  const askForToken = (secret: string) =>
    postForm(`${consoles.licet.url}/oidc/token`, {
      grant_type: "client_credentials",
      client_id: "bakery",
      client_secret: secret,
      scope: "orders:read",
    });
  const application = { secret: OLD_SECRET, working: true };
  const answers: { secret: string; status: number }[] = [];
  const work = async () => {
    while (application.working) {
      const { secret } = application;
      const { status } = await askForToken(secret);
      answers.push({ secret, status });
      // Sleeps: the application sends requests at a steady rate, rather than as many as the machine can take.
      await pause(PAUSE_MILLISECONDS);
    }
  };
  const callers = Array.from({ length: CALLERS }, work);

  const rotation = page.getByRole("region", { name: texts.rotation });
  const dialog = page.getByRole("dialog");
  await rotation.getByRole("button", { name: texts.addSecret }).click();
  await dialog.getByRole("button", { name: texts.create }).click();
  const shown = dialog.locator("dl > div").filter({ hasText: texts.clientSecret });
  const newSecret = (await shown.getByRole("code").textContent()) ?? "";
  await dialog.getByRole("button", { name: uiTexts.en.secretStored }).click();
  await rotation.getByText(texts.rotationSteps.deploy.now).waitFor();
  application.secret = newSecret;
  await rotation.getByText(texts.rotationSteps.watch.now).waitFor();
  // The server records uses once a minute. The test moves the browser's clock forward instead of waiting.
  await page.clock.fastForward(SILENCE_MILLISECONDS);
  await rotation.getByRole("button", { name: texts.revokeOld }).click();
  await dialog.getByRole("button", { name: texts.revoke, exact: true }).click();
  await rotation.getByRole("button", { name: texts.addSecret }).waitFor();

  const refused = await askForToken(OLD_SECRET);
  assert.deepEqual([refused.status, refused.body.error], [401, "invalid_client"]);
  application.working = false;
  await Promise.all(callers);
  assert.deepEqual(
    answers.filter(({ status }) => status !== 200),
    [],
  );
  assert.deepEqual(new Set(answers.map(({ secret }) => secret)), new Set([OLD_SECRET, newSecret]));
  assert.deepEqual(browserErrors, []);
  await close();
});
