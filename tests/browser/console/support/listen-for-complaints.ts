import type { Page } from "playwright-core";

/** Collects errors of scripts, of the console, and every breach of the content security policy or Trusted Types. */
export async function listenForComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => void complaints.push(String(error)));
  await page.exposeFunction("tellOfViolation", (text: string) => void complaints.push(text));
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", (event) =>
    tellOfViolation("violates " + event.violatedDirective + ": " + event.blockedURI + " " + event.sample))`);
  return complaints;
}
