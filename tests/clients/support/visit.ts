/** A user at a real browser: opens what a client sends, signs in, agrees. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { allow, signIn } from "../../browser/support/user-at-page.ts";
import { ALICE, CALLBACK } from "./world.ts";

/** Goes from an address of a client, or of Licet, through Licet's pages to where the client takes the answer. */
export async function visit(page: Page, issuer: string, address: string): Promise<void> {
  await page.goto(address);
  await passPages(page, issuer);
}

/** The same, when the page is on its way already. */
export async function passPages(page: Page, issuer: string): Promise<void> {
  if (page.url().startsWith(`${issuer}/login`)) {
    await signIn(page, ALICE);
    await page.waitForURL((url) => url.pathname !== "/login");
  }
  if (page.url().startsWith(`${issuer}/consent`)) {
    await allow(page);
    await page.waitForURL((url) => url.origin !== issuer);
  }
  if (page.url().startsWith(issuer)) throw new Error(`the user is stuck: ${await page.innerText("body")}`);
  await page.waitForLoadState();
}

export interface Visits {
  readonly url: string;
  stop(): void;
}

/** The same for drivers in other languages: they post an address and get `{ url, text }` of the page at the end. */
export async function serveVisits(page: Page, issuer: string): Promise<Visits> {
  let reached = "";
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) reached = request.url();
  });
  const server = createServer(async (request, response) => {
    try {
      await visit(page, issuer, await text(request)).catch((error: unknown) => {
        // No server listens there; the address has all that is needed.
        if (!reached.startsWith(CALLBACK)) throw error;
      });
      const answer = { url: reached, text: await page.innerText("body") };
      response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
