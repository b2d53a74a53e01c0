import type { Page } from "playwright-core";

/** Switches between light and dark. Resolves when the page is drawn with it: before, its colours may be of both. */
export async function showScheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
}
