import type { Page } from "playwright-core";

/** Collects script errors, console errors, and violations of the CSP or of Trusted Types. */
export async function listenForBrowserErrors(page: Page): Promise<string[]> {
  const browserErrors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      browserErrors.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => void browserErrors.push(String(error)));
  await page.exposeFunction("reportViolation", (text: string) => void browserErrors.push(text));
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", (event) =>
    reportViolation("violates " + event.violatedDirective + ": " + event.blockedURI + " " + event.sample))`);
  return browserErrors;
}
