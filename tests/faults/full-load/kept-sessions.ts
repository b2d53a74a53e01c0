import { authorizationPath, type Browser, createBrowser, getCode } from "../../support/sign-in.ts";
import { BOB, createRequest, DESK } from "../../support/storefront.ts";
import type { ObservedRequests } from "../support/observed-requests.ts";

/** Users who sign in, and stay signed in whichever version answers next. */
export interface KeptSessions {
  /** Signs in with a browser of its own. */
  begin(): Promise<void>;
  /** Asks for a code in the browser that waited longest, without a page. */
  use(): Promise<void>;
  /** Uses each once more. Everything that was wrong. */
  verify(): Promise<readonly string[]>;
  readonly count: number;
}

const SILENT = authorizationPath(createRequest(DESK, { prompt: "none" }));

export function createKeptSessions(url: string, requests: ObservedRequests): KeptSessions {
  const browsers: Browser[] = [];
  const violations: string[] = [];
  const send = async (
    method: string,
    address: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ) => {
    const answer = await requests.send("sign-in", address, { method, headers, ...(body && { body }) });
    return { status: answer.status ?? 0, headers: answer.headers, text: answer.text };
  };
  async function useOne(browser: Browser): Promise<void> {
    const { status, location } = await browser.get(SILENT);
    if (!location?.includes("code="))
      violations.push(`a user who is signed in is asked again: ${status} ${location}`);
  }
  return {
    async begin() {
      const browser = createBrowser(url, new Map(), send);
      try {
        await getCode(browser, createRequest(DESK), BOB);
        browsers.push(browser);
      } catch (error) {
        violations.push(`a sign-in failed: ${String(error).replaceAll(/<[^>]*>|\n\s*/g, " ")}`);
      }
    },
    async use() {
      const browser = browsers.shift();
      if (browser === undefined) return;
      await useOne(browser);
      browsers.push(browser);
    },
    async verify() {
      for (const browser of browsers) await useOne(browser);
      return violations;
    },
    get count() {
      return browsers.length;
    },
  };
}
