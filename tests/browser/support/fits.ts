import type { Page } from "playwright-core";

/** Returns true if the page fits without horizontal scrolling. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth");
