import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { DOCS, ensureDocsBuilt } from "../../scripts/docs/ensure-docs-built.ts";
import { type RunningLicet, startLicet } from "../support/start-licet.ts";
import { useChromium } from "./support/chromium.ts";
import { fits } from "./support/fits.ts";
import { showScheme } from "./support/show-scheme.ts";

const SECRET = "the-secret-of-an-auditor-in-a-test";
const STATE = `
resources:
  - { name: orders, identifier: https://orders.example.test, actions: { read: { description: See orders } } }
roles: [{ name: clerk, grants: [orders:read] }]
users: [{ username: alice }]
applications:
  - { client_id: auditor, client_secret: ${SECRET}, name: Auditor, type: service }
assignments:
  - { principal: user:alice, role: clerk }
  - { principal: application:auditor, permission: licet:roles.read }
  - { principal: application:auditor, permission: licet:check }
`;

const chromium = useChromium();
let licet: RunningLicet;
before(async () => {
  await ensureDocsBuilt();
  licet = await startLicet({ state: STATE, docsDirectory: join(DOCS.folder, DOCS.output) });
});
after(() => licet.stop());

interface Visit {
  readonly page: Page;
  /** Console errors, refusals of the Content-Security-Policy and exceptions. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

async function visit(path: string): Promise<Visit> {
  const context = await chromium.open({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const errors: string[] = [];
  // axe-core is an init script, because the policy of the page allows no other script.
  await page.addInitScript(axe.source);
  page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
  page.on("pageerror", (error) => void errors.push(String(error)));
  await page.goto(licet.url + path);
  await page.getByRole("searchbox", { name: "Filter" }).waitFor();
  return { page, errors, close: () => context.close() };
}

const open = async (page: Page, operation: string) => {
  const details = page.locator(`#${operation}`);
  await details.locator("> summary").click();
  await details.getByRole("button", { name: "Try it" }).click();
  return details;
};

async function getToken(operation: Awaited<ReturnType<typeof open>>): Promise<void> {
  await operation.getByLabel("Client id").fill("auditor");
  await operation.getByLabel("Client secret").fill(SECRET);
  await operation.getByRole("button", { name: "Get token" }).click();
  await operation.getByText(/^Token with licet:/).waitFor();
}

describe("the page about the API, on a server", () => {
  test("gets a token, reads with it, checks, and shows a refusal; nothing of it is stored", async () => {
    const { page, errors, close } = await visit("/docs/reference/api");
    const list = await open(page, "listRoles");
    await getToken(list);
    await list.getByRole("button", { name: "Send GET" }).click();
    const read = list.locator(".api-answer");
    await read.getByText("200", { exact: true }).waitFor();
    assert.match(await read.innerText(), /x-request-id/);
    assert.match(await read.innerText(), /"name": "clerk"/);

    const check = await open(page, "check");
    await check.getByRole("button", { name: "Get token" }).click();
    await check.getByText(/^Token with licet:check, valid/).waitFor();
    await check.getByLabel("Body").fill('{ "subject": "user:alice", "permission": "orders:read" }');
    await check.getByRole("button", { name: "Send POST" }).click();
    const decided = check.locator(".api-answer");
    await decided.getByText("200", { exact: true }).waitFor();
    assert.match(await decided.innerText(), /"allowed": true/);

    assert.deepEqual(errors, []);
    // The token is now one for checks alone.
    await list.getByRole("button", { name: "Send GET" }).click();
    await read.getByText("403", { exact: true }).waitFor();
    assert.match(await read.innerText(), /urn:licet:problem:forbidden/);
    assert.deepEqual(errors.splice(0), [
      "Failed to load resource: the server responded with a status of 403 (Forbidden)",
    ]);

    const token = await check.getByLabel("Access token").inputValue();
    assert.match(token, /^ey/);
    const kept = await page.evaluate(
      "JSON.stringify([localStorage, sessionStorage, document.cookie, location.href, history.state, window.name])",
    );
    for (const secret of [token, SECRET]) assert.ok(!String(kept).includes(secret), "it is only in memory");
    assert.ok(!(await check.locator(".language-sh").first().innerText()).includes(token));
    await page.reload();
    await page.getByRole("searchbox", { name: "Filter" }).waitFor();
    const again = await open(page, "check");
    assert.equal(await again.getByLabel("Access token").inputValue(), "");
    await close();
  });

  test("asks before it changes something, and sends nothing when the reader cancels", async () => {
    const { page, errors, close } = await visit("/docs/reference/api#deleteRole");
    const operation = page.locator("#deleteRole");
    const sent: string[] = [];
    page.on("request", (request) => void (request.method() === "DELETE" && sent.push(request.url())));
    await operation.getByRole("button", { name: "Try it" }).click();
    await operation.getByLabel("name", { exact: true }).fill("clerk");
    await operation.getByRole("button", { name: "Send DELETE" }).click();
    const question = page.getByRole("dialog");
    assert.match(await question.innerText(), /DELETE \/api\/v1\/roles\/clerk/);
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "hidden" });
    assert.deepEqual(sent, [], "the first button is the one that cancels");
    await operation.getByRole("button", { name: "Send DELETE" }).click();
    await question.getByRole("button", { name: "Send DELETE" }).click();
    await operation.locator(".api-answer").getByText("401", { exact: true }).waitFor();
    assert.deepEqual(sent, [`${licet.url}/api/v1/roles/clerk`]);
    assert.deepEqual(errors, [
      "Failed to load resource: the server responded with a status of 401 (Unauthorized)",
    ]);
    await close();
  });

  test("is accessible and fits, narrow and wide, in light and in dark, and can be filtered by keyboard", async () => {
    const { page, errors, close } = await visit("/docs/reference/api");
    await page.getByRole("searchbox", { name: "Filter" }).focus();
    await page.keyboard.type("licet:check batch");
    await page.getByText("1 operation", { exact: true }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("#checkBatch").getByRole("button", { name: "Try it" }).click();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      assert.ok(await fits(page), `nothing is cut off at ${width} px`);
      for (const scheme of ["light", "dark"] as const) {
        await showScheme(page, scheme);
        const violations = await page.evaluate<string[]>(
          "axe.run('.api').then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map((n) => n.target).join(' ')))",
        );
        assert.deepEqual(violations, [], `${width} px, ${scheme}`);
      }
    }
    assert.deepEqual(errors, []);
    await close();
  });

  test("says so where no Licet shows it", async () => {
    const { page, close } = await visit("/docs/reference/api");
    await page.route("**/.well-known/openid-configuration", (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await page.getByText("This page is not shown by a Licet server").waitFor();
    await page.locator("#check > summary").click();
    assert.ok(await page.locator("#check").getByRole("button", { name: "Try it" }).isDisabled());
    await close();
  });
});
