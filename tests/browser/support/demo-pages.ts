import type { Page } from "playwright-core";
import { createTestDatabase } from "../../support/databases.ts";
import { spawnLicet } from "../../support/spawn-licet.ts";
import { allow, signIn } from "./user-at-page.ts";

const ALICE = { username: "alice", password: "alice-demo-password" };

export interface Demo {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts `licet serve --demo` on an empty database. */
export async function startDemo(): Promise<Demo> {
  const database = await createTestDatabase("sqlite");
  const licet = await spawnLicet({
    databaseUrl: database.url,
    arguments: ["--demo"],
    oneWorker: "the shop of the demo keeps its visitors in the memory of one process",
  });
  return {
    url: licet.url,
    async stop() {
      await licet.stop();
      await database.drop();
    },
  };
}

/** Visits every page as one user and calls `look` at each, in this order. */
export async function visitDemoPages(
  page: Page,
  { url }: Demo,
  look: (name: DemoPage) => Promise<void>,
): Promise<void> {
  const request = (more: Record<string, string>) =>
    `${url}/oidc/auth?${new URLSearchParams({
      client_id: "shop",
      response_type: "code",
      redirect_uri: `${url}/demo/callback`,
      scope: "openid",
      ...more,
    })}`;

  await page.goto(`${url}/demo`);
  await look("demo-start");
  await page.click("#demo-start");
  await look("login");
  await page.click("#login-submit");
  await page.waitForSelector("#password-problem");
  await look("login-missing");
  await signIn(page, { ...ALICE, password: "not it" });
  await page.waitForSelector("#login-problem");
  await look("login-wrong");
  await signIn(page, ALICE);
  await page.waitForSelector("#consent-allow");
  await look("consent");
  await page.uncheck('input[value="orders:refund"]');
  await allow(page);
  await page.waitForURL(`${url}/demo/result`);
  await look("demo-result");

  await page.goto(`${url}/account`);
  await look("account");
  await page.fill("#current-password", "not it");
  await page.fill("#new-password", "long enough to be one");
  await page.click("#password-change");
  await page.waitForSelector("[role=alert]");
  await look("account-problem");
  await page.goto(request({ prompt: "select_account" }));
  await look("select-account");
  // The page would redirect at once.
  await page.route("**/assets/form-post-*", (route) => route.fulfill({ contentType: "text/javascript" }));
  await page.goto(request({ response_mode: "form_post" }));
  await look("form-post");

  await page.goto(request({ redirect_uri: "https://somewhere.example.test/" }));
  await look("error");
  await page.goto(`${url}/login?interaction=int_long_gone`);
  await look("error-expired");
  await page.goto(`${url}/no-such-page`);
  await look("error-not-found");
  await page.goto(`${url}/logout`);
  await look("logout");
  await page.click("#logout-confirm");
  await page.waitForSelector("#logout-confirm", { state: "detached" });
  await look("logged-out");
}

export type DemoPage =
  | "demo-start"
  | "login"
  | "login-missing"
  | "login-wrong"
  | "consent"
  | "demo-result"
  | "account"
  | "account-problem"
  | "select-account"
  | "form-post"
  | "error"
  | "error-expired"
  | "error-not-found"
  | "logout"
  | "logged-out";
