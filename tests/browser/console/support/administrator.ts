import type { Page } from "playwright-core";
import { signIn } from "../../support/person-at-page.ts";

const ADA = { username: "ada", password: "ada-demo-password" };

/** Ends where the administrator wanted to go. */
export async function signInAsAdministrator(page: Page): Promise<void> {
  await signIn(page, ADA);
  await page.waitForURL("**/console/**");
  await seeView(page);
}

/** A view is there, with what it had to fetch. Its heading may stand behind a drawer. */
export async function seeView(page: Page): Promise<void> {
  await page.locator("#main h1").waitFor();
  await page.locator(".animate-pulse, [aria-busy=true]").first().waitFor({ state: "detached" });
}
