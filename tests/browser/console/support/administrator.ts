import type { Page } from "playwright-core";
import { signIn } from "../../support/user-at-page.ts";

const ADA = { username: "ada", password: "ada-demo-password" };

/** Signs in and ends at the page that the administrator opened. */
export async function signInAsAdministrator(page: Page): Promise<void> {
  await signIn(page, ADA);
  // A link that appears under the mouse would begin to load its view.
  await page.mouse.move(0, 0);
  await page.waitForURL("**/console/**");
  await seeView(page);
}

/** Waits until a view and its data have loaded. Its heading may be behind a drawer. */
export async function seeView(page: Page): Promise<void> {
  await page.locator("#main h1").waitFor();
  await page.locator(".animate-pulse, [aria-busy=true]").first().waitFor({ state: "detached" });
}
