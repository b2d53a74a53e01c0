/** A user at our pages, with the mouse and the hooks that the pages offer to automation. */

import type { Page } from "playwright-core";
import type { Person } from "../../support/sign-in.ts";

export async function signIn(page: Page, { username, password }: Person): Promise<void> {
  await page.fill('input[name="username"]', username);
  await page.fill('input[name="password"]', password);
  await page.click("#login-submit");
}

export const allow = (page: Page): Promise<void> => page.click("#consent-allow");

/** The data that an application of these tests shows. */
export const readShown = async (page: Page): Promise<Record<string, unknown>> =>
  JSON.parse((await page.locator("body").textContent()) ?? "");
